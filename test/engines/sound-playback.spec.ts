/** Plays a sample of audio files, and compares with test/support/sound-playback.json. */
import soundPlayback from '../support/sound-playback.json' with { type: 'json' }
import { expect, test } from './engine.ts'
import { findChangedSounds } from './sound-playback.ts'

test('plays the kinds of audio files that the club accepts', async ({ tab, engine }) => {
  expect(await findChangedSounds(tab, engine, soundPlayback)).toEqual([])
})
