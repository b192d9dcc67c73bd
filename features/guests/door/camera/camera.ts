/**
 * Runs the camera of the phone while its panel is open: it decodes one frame at a time, stops while the page is hidden, and
 * starts again when the page is back or the phone has taken the camera away.
 */
import type { ScannedCode } from '../scanned-codes.ts'
import { findVisibleFrame } from './camera-frame.ts'
import { readLens, rememberLens } from './camera-memory.ts'
import {
  type CameraProblem,
  describeError,
  hasTorch,
  listLenses,
  openStream,
  setTorch,
} from './camera-stream.ts'
import { type Decoder, openDecoder } from './decoder.ts'
import { createHeldCodes } from './held-codes.ts'
import { readPicture } from './read-picture.ts'

/** Shortest time between the starts of two frames. More frames would only heat the phone. ms */
const FRAME_MS = 100
/** Time before the camera starts again when the phone has taken it away. ms */
const RESTART_MS = 1_000

export interface CameraState {
  stage: 'starting' | 'reading' | 'failed'
  /** null unless the camera failed. */
  problem: CameraProblem | null
  lenses: number
  /** null when the lens has no torch. */
  isTorchOn: boolean | null
}

export const STARTING: CameraState = { stage: 'starting', problem: null, lenses: 0, isTorchOn: null }

interface CameraListeners {
  onScan(code: ScannedCode): void
  onChange(state: CameraState): void
}

export class Camera {
  readonly #video: HTMLVideoElement
  readonly #listeners: CameraListeners
  readonly #held = createHeldCodes()
  readonly #canvas = document.createElement('canvas')
  #decoder: Decoder | null = null
  #stream: MediaStream | null = null
  #state = STARTING
  /** Number of the current start. Work of earlier ones ends when it sees another number. */
  #run = 0

  constructor(video: HTMLVideoElement, listeners: CameraListeners) {
    this.#video = video
    this.#listeners = listeners
    document.addEventListener('visibilitychange', this.#onVisibility)
    this.#onVisibility()
  }

  /** Starts again, also after a failure. */
  start = async (): Promise<void> => {
    const run = this.#stop()
    this.#show(STARTING)
    try {
      const stream = await openStream(readLens())
      if (run !== this.#run) return stopTracks(stream)
      this.#stream = stream
      const [track] = stream.getVideoTracks()
      this.#watch(track, run)
      this.#video.srcObject = stream
      // A video that is hidden or replaced while it starts rejects. The loop plays it again.
      await this.#video.play().catch(() => {})
      const lenses = (await listLenses()).length
      if (run !== this.#run) return
      const torch = track && hasTorch(track) ? false : null
      this.#show({ stage: 'reading', problem: null, lenses, isTorchOn: torch })
    } catch (error) {
      console.error(error)
      if (run === this.#run) this.#fail(describeError(error))
      return
    }
    await this.#readFrames(run)
  }

  async changeLens(): Promise<void> {
    const lenses = await listLenses()
    const current = this.#stream?.getVideoTracks()[0]?.getSettings().deviceId ?? ''
    const next = lenses[(lenses.indexOf(current) + 1) % lenses.length]
    if (next === undefined) return
    rememberLens(next)
    await this.start()
  }

  async toggleTorch(): Promise<void> {
    const [track] = this.#stream?.getVideoTracks() ?? []
    const isTorchOn = !this.#state.isTorchOn
    if (!track) return
    try {
      await setTorch(track, isTorchOn)
      this.#show({ ...this.#state, isTorchOn })
    } catch (error) {
      console.error(error)
    }
  }

  /** Scans a photo instead of the video. @returns the reason of a failure. null after a scan */
  async scanPicture(file: File): Promise<'no-code' | 'unreadable' | null> {
    try {
      const found = await readPicture(file, this.#getDecoder())
      if (typeof found === 'string') return found
      this.#listeners.onScan(found)
    } catch (error) {
      console.error(error)
      this.#fail('decoder')
    }
    return null
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility)
    this.#stop()
    this.#closeDecoder()
  }

  #onVisibility = (): void => {
    if (document.visibilityState === 'visible') void this.start()
    else this.#stop()
  }

  /** Starts again when a call, another app or the standby of the phone has taken the camera away. */
  #watch(track: MediaStreamTrack | undefined, run: number): void {
    const restart = () =>
      setTimeout(() => {
        if (run === this.#run && (track?.readyState === 'ended' || track?.muted)) void this.start()
      }, RESTART_MS)
    track?.addEventListener('ended', restart)
    track?.addEventListener('mute', restart)
  }

  async #readFrames(run: number): Promise<void> {
    while (run === this.#run) {
      const before = performance.now()
      const image = this.#takeFrame()
      try {
        if (image) this.#takeCode(await this.#getDecoder().decode(image), run)
      } catch (error) {
        console.error(error)
        if (run === this.#run) this.#fail('decoder')
        return
      }
      const rest = FRAME_MS - (performance.now() - before)
      await new Promise((resolve) => setTimeout(resolve, rest))
    }
  }

  #takeCode(code: ScannedCode | null, run: number): void {
    if (run !== this.#run) return
    const scan = this.#held.takeFrame(code, performance.now())
    if (scan) this.#listeners.onScan(scan)
  }

  /** Returns the visible part of the video. null while none is visible, such as above a keyboard */
  #takeFrame(): ImageData | null {
    const video = this.#video
    const frame = findVisibleFrame(
      { width: video.videoWidth, height: video.videoHeight },
      { width: video.clientWidth, height: video.clientHeight },
    )
    if (frame === null) return null
    // Safari pauses a video that was hidden.
    if (video.paused) void video.play().catch(() => {})
    const { width, height } = frame.scaled
    const canvas = this.#canvas
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null
    context.drawImage(video, frame.x, frame.y, frame.width, frame.height, 0, 0, width, height)
    return context.getImageData(0, 0, width, height)
  }

  #getDecoder(): Decoder {
    this.#decoder ??= openDecoder()
    return this.#decoder
  }

  #closeDecoder(): void {
    this.#decoder?.close()
    this.#decoder = null
  }

  #fail(problem: CameraProblem): void {
    this.#stop()
    // The next start loads a failed decoder again.
    if (problem === 'decoder') this.#closeDecoder()
    this.#show({ ...STARTING, stage: 'failed', problem })
  }

  /** @returns the number of the next start */
  #stop(): number {
    if (this.#stream) stopTracks(this.#stream)
    this.#stream = null
    this.#video.srcObject = null
    this.#run++
    return this.#run
  }

  #show(state: CameraState): void {
    this.#state = state
    this.#listeners.onChange(state)
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
