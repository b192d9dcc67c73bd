import { afterEach, describe, expect, test, vi } from 'vitest'
import { describeError, hasTorch, listLenses, openStream } from './camera-stream.ts'

afterEach(() => vi.unstubAllGlobals())

describe('the reason of an error', () => {
  test.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
    ['NotSupportedError', 'unsupported'],
    ['ConstraintNotSatisfiedError', 'unknown'],
  ])('%s is %s', (name, problem) => {
    expect(describeError(new DOMException('', name))).toBe(problem)
  })

  test('is unknown for other values', () => {
    expect(describeError('no camera')).toBe('unknown')
  })
})

describe('the stream', () => {
  const video = () => expect.objectContaining({ facingMode: 'environment' })

  test('is of the rear camera without a chosen lens', async () => {
    const getUserMedia = vi.fn(async () => 'stream')
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
    expect(await openStream(null)).toBe('stream')
    expect(getUserMedia.mock.calls).toEqual([[{ video: video() }]])
  })

  test('is of the chosen lens, and of the rear camera when that lens is gone', async () => {
    const getUserMedia = vi
      .fn()
      .mockRejectedValueOnce(new DOMException('', 'OverconstrainedError'))
      .mockResolvedValueOnce('stream')
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
    expect(await openStream('macro')).toBe('stream')
    expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({ video: { deviceId: { exact: 'macro' } } })
    expect(getUserMedia.mock.calls[1]?.[0]).toEqual({ video: video() })
  })

  test('is refused in words where the browser has no cameras for pages', async () => {
    vi.stubGlobal('navigator', {})
    expect(describeError(await openStream(null).catch((error: unknown) => error))).toBe('unsupported')
  })
})

test('lists the cameras whose id is known', async () => {
  const devices = [
    { kind: 'videoinput', deviceId: 'rear' },
    { kind: 'audioinput', deviceId: 'microphone' },
    { kind: 'videoinput', deviceId: '' },
    { kind: 'videoinput', deviceId: 'macro' },
  ]
  vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices: async () => devices } })
  expect(await listLenses()).toEqual(['rear', 'macro'])
})

test('finds a torch only where the track has one', () => {
  const track = (value: object) => value as MediaStreamTrack
  expect(hasTorch(track({ getCapabilities: () => ({ torch: true }) }))).toBe(true)
  expect(hasTorch(track({ getCapabilities: () => ({}) }))).toBe(false)
  // Firefox for Android before 132.
  expect(hasTorch(track({}))).toBe(false)
})
