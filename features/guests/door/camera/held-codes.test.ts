import { describe, expect, test } from 'vitest'
import type { ScannedCode } from '../scanned-codes.ts'
import { createHeldCodes } from './held-codes.ts'

const qr = (text: string): ScannedCode => ({ text, format: 'QRCode' })
const bars = (text: string): ScannedCode => ({ text, format: 'Code128' })

/** Returns the texts that are scans, of frames at an interval. @param interval ms */
function scan(frames: (ScannedCode | null)[], interval = 100): string[] {
  const held = createHeldCodes()
  return frames.flatMap((code, index) => held.takeFrame(code, index * interval)?.text ?? [])
}

const repeat = <T>(value: T, times: number): T[] => Array<T>(times).fill(value)

describe('a code that is held before the camera', () => {
  test('is one scan, also when it was there from the first frame', () => {
    expect(scan(repeat(qr('a'), 100))).toEqual(['a'])
  })

  test('is one scan when single frames miss it', () => {
    const shaking = repeat([qr('a'), ...repeat(null, 14)], 10).flat()
    expect(scan(shaking)).toEqual(['a'])
  })

  test('is scanned again after it was out of view', () => {
    expect(scan([qr('a'), ...repeat(null, 15), qr('a')])).toEqual(['a', 'a'])
    expect(scan([qr('a'), ...repeat(null, 13), qr('a')])).toEqual(['a'])
  })

  test('leaves other codes to be read at once', () => {
    expect(scan([qr('a'), qr('b'), qr('a'), qr('b'), qr('c')])).toEqual(['a', 'b', 'c'])
  })

  test('is another code in another format', () => {
    expect(scan([qr('1'), bars('1'), bars('1')])).toEqual(['1', '1'])
  })
})

describe('frames', () => {
  test('that are slow do not make a code be out of view', () => {
    expect(scan([qr('a'), null, null, qr('a')], 800)).toEqual(['a'])
    expect(scan([qr('a'), null, null, null, qr('a')], 800)).toEqual(['a', 'a'])
  })

  test('that stop while the lens changes do not repeat a scan', () => {
    const held = createHeldCodes()
    expect(held.takeFrame(qr('a'), 0)).toEqual(qr('a'))
    expect(held.takeFrame(qr('a'), 5_000)).toBeNull()
  })

  test('after a long pause scan the same code again, because it may be a copy', () => {
    const held = createHeldCodes()
    held.takeFrame(qr('a'), 0)
    expect(held.takeFrame(qr('a'), 10_001)).toEqual(qr('a'))
  })
})

describe('a Code 128', () => {
  test('is read when two frames in a row are equal', () => {
    expect(scan([bars('1'), bars('1'), bars('1')])).toEqual(['1'])
    expect(scan([bars('1'), bars('2'), bars('1'), bars('2')])).toEqual([])
    expect(scan([bars('1'), null, bars('1')])).toEqual([])
  })

  test('is not read from two frames with a long pause between them', () => {
    const held = createHeldCodes()
    held.takeFrame(bars('1'), 0)
    expect(held.takeFrame(bars('1'), 60_000)).toBeNull()
    expect(held.takeFrame(bars('1'), 60_100)).toEqual(bars('1'))
  })
})
