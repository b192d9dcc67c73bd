import { expect, test } from 'vitest'
import {
  CAROUSEL_MS,
  CHUNK_TIMEOUT_MS,
  CONTACT_TRANSITION_S,
  LONG_NOTICE_MS,
  LONG_TEXT_MAX,
  NEWS_CAROUSEL_MS,
  NOTICE_MS,
  SWIPE_THRESHOLD_PX,
  USER_STORAGE_KEY,
} from './limits.ts'

// Other tests use the constants, so they pass with any value.
test('the specified key, times and limits have their values', () => {
  expect({
    CAROUSEL_MS,
    CHUNK_TIMEOUT_MS,
    CONTACT_TRANSITION_S,
    LONG_NOTICE_MS,
    LONG_TEXT_MAX,
    NEWS_CAROUSEL_MS,
    NOTICE_MS,
    SWIPE_THRESHOLD_PX,
    USER_STORAGE_KEY,
  }).toEqual({
    CAROUSEL_MS: 5000,
    CHUNK_TIMEOUT_MS: 120_000,
    CONTACT_TRANSITION_S: 0.1,
    LONG_NOTICE_MS: 2500,
    LONG_TEXT_MAX: 500,
    NEWS_CAROUSEL_MS: 4000,
    NOTICE_MS: 1500,
    SWIPE_THRESHOLD_PX: 40,
    USER_STORAGE_KEY: 'user',
  })
})
