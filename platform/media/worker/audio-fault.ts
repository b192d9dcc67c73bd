import type { AudioFormat } from '../shared/audio.ts'
import type { AudioFault } from '../shared/audio-faults.ts'
import type { Edits } from './file-edits.ts'

export interface JudgedAudio {
  format: AudioFormat
  /** Length of the sound, counted from its frames or samples, rounded. null above a day. s */
  seconds: number | null
  /** Edits that remove metadata and covers that are too large. */
  edits: Edits
  /** Size of the removed covers. 0 when none is removed. Bytes */
  coverBytes: number
}

/** Thrown to refuse the file. `judgeAudio` catches it. */
export class Fault extends Error {
  readonly fault: AudioFault
  constructor(fault: AudioFault) {
    super(fault)
    this.fault = fault
  }
}

/** Limit of the covers in one file. Each listener downloads them before the sound. Bytes */
export const COVER_MAX = 4 * 1024 * 1024

/** Longest duration that is stored, a day. s */
const SECONDS_MAX = 86_400

export const toWholeSeconds = (seconds: number): number | null =>
  Number.isFinite(seconds) && seconds > 0 && seconds <= SECONDS_MAX ? Math.max(1, Math.round(seconds)) : null
