/** Opens the camera of the phone. */

export type CameraProblem = 'unsupported' | 'denied' | 'missing' | 'busy' | 'decoder' | 'unknown'

/** The identity document needs this width. Cameras choose the nearest that they have. px */
const IDEAL = { width: { ideal: 1_920 }, height: { ideal: 1_080 } }

/**
 * Opens the chosen lens, or the rear camera when there is none or it is gone.
 * @param lens `deviceId` of a lens. null: the browser chooses a rear one
 */
export async function openStream(lens: string | null): Promise<MediaStream> {
  // Missing in some browsers inside of other apps.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices?.getUserMedia) throw new DOMException('no media devices', 'NotSupportedError')
  const openRear = () => devices.getUserMedia({ video: { ...IDEAL, facingMode: 'environment' } })
  if (lens === null) return openRear()
  return devices.getUserMedia({ video: { ...IDEAL, deviceId: { exact: lens } } }).catch((error: unknown) => {
    if (getErrorName(error) === 'OverconstrainedError') return openRear()
    throw error
  })
}

/** Returns the ids of all lenses. Browsers return them only while a camera is open. */
export async function listLenses(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId }) => deviceId)
}

const getErrorName = (error: unknown): string => (error instanceof Error ? error.name : '')

const problems: Record<string, CameraProblem> = {
  NotSupportedError: 'unsupported',
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** Returns the reason of an error of `getUserMedia` (Media Capture and Streams, 10.2). */
export const describeError = (error: unknown): CameraProblem => problems[getErrorName(error)] ?? 'unknown'

/** TypeScript's types lack the torch (MediaStream Image Capture). */
type TorchConstraints = MediaTrackConstraintSet & { torch: boolean }

export const hasTorch = (track: MediaStreamTrack): boolean =>
  (track.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true

export const setTorch = (track: MediaStreamTrack, isOn: boolean): Promise<void> =>
  track.applyConstraints({ advanced: [{ torch: isOn } as TorchConstraints] })
