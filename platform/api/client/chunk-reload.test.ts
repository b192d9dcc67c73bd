import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { claimReload, forgetReload } from './chunk-reload.ts'

describe('the automatic reload after a failed chunk', () => {
  let stored: Map<string, string>
  beforeEach(() => {
    stored = new Map()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('happens once, also when the chunk takes two minutes to fail each time', () => {
    expect(claimReload('trash-list')).toBe(true)
    for (let failure = 2; failure <= 4; failure++) {
      vi.setSystemTime(Date.now() + 121_000)
      expect(claimReload('trash-list'), `failure ${failure}`).toBe(false)
    }
  })

  test('happens for another chunk, and for the same one after it has loaded', () => {
    expect(claimReload('trash-list')).toBe(true)
    expect(claimReload('guide')).toBe(true)
    forgetReload('trash-list')
    expect(claimReload('guide')).toBe(false)
    forgetReload('guide')
    expect(claimReload('guide')).toBe(true)
  })

  test('never happens in a browser that refuses storage', () => {
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new DOMException('', 'SecurityError')
      },
    })
    expect(claimReload('guide')).toBe(false)
    expect(() => forgetReload('guide')).not.toThrow()
  })
})
