/** Plays a sample of audio files in Chromium, and compares with test/support/sound-playback.json. */
import { findChangedSounds, wrapPage } from '../engines/sound-playback.ts'
import soundPlayback from '../support/sound-playback.json' with { type: 'json' }
import { expect, test } from './journey.ts'

test('plays the kinds of audio files that the club accepts', async ({ page }) => {
  expect(await findChangedSounds(wrapPage(page), 'chromium', soundPlayback)).toEqual([])
})
