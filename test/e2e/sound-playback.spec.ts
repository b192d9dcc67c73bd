/** Chromium plays some of the files that test/support/sound-playback.json says it plays. */
import { findChangedSounds, wrapPage } from '../engines/sound-playback.ts'
import soundPlayback from '../support/sound-playback.json' with { type: 'json' }
import { expect, test } from './journey.ts'

test('plays the kinds of audio files that the club accepts', async ({ page }) => {
  expect(await findChangedSounds(wrapPage(page), 'chromium', soundPlayback)).toEqual([])
})
