import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Shape } from '../../../shared/fields.ts'
import {
  encodePicture,
  getLargestPart,
  NOT_ENCODED,
  openPicture,
  type Rectangle,
  rotateClockwise,
  WHOLE,
} from './picture-file.ts'

/**
 * The result of preparing a picture. `picture`: a data URL, blank, or `NO_PICTURE`. `unchanged`: a later action in the
 * field replaced this one. `failed`: the file could not be opened or encoded, so the field keeps its earlier picture.
 */
export type PreparedPicture = { picture: string } | 'unchanged' | 'failed'

/** Another picture of the form, from which the field can cut its own picture. */
export interface CutSource {
  label: string
  /** Returns the address of the picture, once the picture is prepared. */
  address: () => Promise<string | undefined>
}

/** A picture that another item already uses. */
export interface StoredSource {
  address: () => Promise<string>
  /** The path of the picture, which the field takes if it has the field's shape. null: the picture is always uploaded. */
  path: string | null
}

interface PictureOptions {
  /** The ratio to crop to. undefined keeps the ratio of the file. */
  shape: Shape | undefined
  /** The field's value: a data URL, blank, or `NO_PICTURE`. */
  value: string
  /**
   * Called as soon as a file is chosen, before it is opened, so that the form does not save the earlier picture meanwhile.
   * @param isCut true when the picture is a crop of another picture of the form, or was removed
   */
  onChange: (prepared: Promise<PreparedPicture>, isCut: boolean) => void
}

interface PictureState {
  /** The opened file, and the part of it that is kept. */
  opened: { canvas: HTMLCanvasElement; part: Rectangle } | null
  isCropping: boolean
  isOpening: boolean
  /** True when the chosen file is a GIF, of which only the first frame is kept. */
  isGif: boolean
  /** Reason why a picture could not be opened or encoded. While `isBlocking` is true, the form cannot be saved. */
  failure: { text: string; isBlocking: boolean } | null
}

const NOTHING_OPENED: PictureState = {
  opened: null,
  isCropping: false,
  isOpening: false,
  isGif: false,
  failure: null,
}

/** Delay before a moved crop is encoded, ms. A slider reports many positions in a row. */
const ENCODE_DELAY_MS = 150

/** Opens a chosen picture, crops it and encodes it as the field's value. A later action replaces an earlier one. */
export function usePicture({ shape, value, onChange }: PictureOptions) {
  const [state, setState] = useState(NOTHING_OPENED)
  const { opened } = state
  const update = (change: Partial<PictureState>) => setState((before) => ({ ...before, ...change }))
  const encoded = useRef<Rectangle>(undefined)
  const isCut = useRef(false)
  const { openLatest, forgetOpening } = useLatestPicture((isOpening) =>
    update(isOpening ? { isOpening, failure: null } : { isOpening }),
  )
  const report = useReported(value, onChange, () => {
    encoded.current = undefined
    update({ opened: null, isCropping: false })
  })

  /** Opens a picture and reports it as the new value. */
  function take(source: File | CutSource | StoredSource) {
    const wasCut = isCut.current
    isCut.current = 'label' in source
    // Closes the crop panel. Otherwise a later crop of the earlier picture would replace the new picture.
    update({ isCropping: false, isGif: source instanceof File && source.type === 'image/gif' })
    const prepared = prepare(
      async () => ('address' in source ? source.address() : source),
      isCut.current,
      'path' in source ? source.path : null,
    )
    const noted = prepared.then((result) => {
      if (result === 'failed') isCut.current = wasCut
      return result
    })
    report(noted, isCut.current)
  }

  /** @param kept path that is the value if the field shows the whole picture. null for a picture without a path */
  async function prepare(source: Source, thenCrop: boolean, kept: string | null): Promise<PreparedPicture> {
    const result = await openLatest(source)
    if (result === null) return 'unchanged'
    if (!result.ok) return fail(result.message)
    const { canvas } = result
    const part = show(canvas)
    // A picture that was cut from another field always opens the crop panel. Other pictures open it only when their shape
    // does not fit.
    const fits = isSame(part, WHOLE, FITS)
    update({ isCropping: thenCrop || !fits })
    encoded.current = part
    return kept && fits ? { picture: kept } : encode(canvas, part)
  }

  function fail(text: string): 'failed' {
    // Renders synchronously, because the form next searches for the field that blocks saving.
    flushSync(() => update({ failure: { text, isBlocking: true } }))
    return 'failed'
  }

  async function encode(canvas: HTMLCanvasElement, part: Rectangle): Promise<PreparedPicture> {
    try {
      return { picture: await encodePicture(canvas, part, shape) }
    } catch (cause) {
      console.error(cause)
      return encoded.current === part ? fail(NOT_ENCODED) : 'unchanged'
    }
  }

  /** Shows the largest part of the picture that has the required shape. */
  function show(canvas: HTMLCanvasElement): Rectangle {
    const part = shape ? getLargestPart(canvas.width, canvas.height, shape.width / shape.height) : WHOLE
    update({ opened: { canvas, part } })
    return part
  }

  /** Opens the field's current picture for cropping. The value changes only when the administrator chooses another part. */
  async function cropCurrent(address: string) {
    const result = await openLatest(async () => address)
    if (result === null) return
    if (!result.ok) return update({ failure: { text: result.message, isBlocking: false } })
    isCut.current = false
    encoded.current = show(result.canvas)
    update({ isCropping: true })
  }

  function encodePart(canvas: HTMLCanvasElement, part: Rectangle, delayMs = 0) {
    encoded.current = part
    const prepared = async (): Promise<PreparedPicture> => {
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      return encoded.current === part ? encode(canvas, part) : 'unchanged'
    }
    update({ failure: null })
    report(prepared(), isCut.current)
  }

  return {
    ...state,
    take,
    cropCurrent,
    crop(part: Rectangle, isSettled: boolean) {
      if (!opened) return
      update({ opened: { ...opened, part } })
      // react-image-crop reports the initial crop once it has measured the picture. That crop is not a change.
      if (isSettled && !(encoded.current && isSame(part, encoded.current)))
        encodePart(opened.canvas, part, ENCODE_DELAY_MS)
    },
    turnRight() {
      if (!opened) return
      const canvas = rotateClockwise(opened.canvas)
      encodePart(canvas, show(canvas))
    },
    setCropping: (isCropping: boolean) => update({ isCropping }),
    /** Removes the picture. @param rest the field's new value: blank, or `NO_PICTURE` */
    remove(rest: string) {
      forgetOpening()
      encoded.current = undefined
      setState(NOTHING_OPENED)
      isCut.current = true
      report(Promise.resolve({ picture: rest }), true)
    },
    /** Discards the failed file and keeps the picture that the field had before. */
    keepEarlier() {
      update({ failure: null })
      report(Promise.resolve('unchanged'), isCut.current)
    },
  }
}

type Source = () => Promise<File | string | undefined>

/** Opens one picture at a time. Opening another picture cancels the earlier one. */
function useLatestPicture(onOpening: (isOpening: boolean) => void) {
  const turn = useRef(0)
  return {
    /** Opens a picture. Returns null when there is no picture, or when a later action replaced this one. */
    async openLatest(source: Source) {
      const mine = ++turn.current
      onOpening(true)
      const picture = await source()
      const result = picture === undefined ? null : await openPicture(picture)
      if (mine !== turn.current) return null
      onOpening(false)
      return result
    },
    forgetOpening() {
      turn.current++
    },
  }
}

/**
 * Reports prepared pictures to the form. Calls `onReplaced` when the form sets another picture: a draft was discarded,
 * another administrator's picture was taken over, or the form made another crop.
 */
function useReported(value: string, onChange: PictureOptions['onChange'], onReplaced: () => void) {
  /**
   * Reported values that the form has not passed back yet as the field's value. The form can pass them back in another
   * order.
   */
  const own = useRef([value])
  const replaced = useRef(onReplaced)
  replaced.current = onReplaced
  useEffect(() => {
    const at = own.current.lastIndexOf(value)
    own.current = at < 0 ? [value] : own.current.slice(at)
    if (at < 0) replaced.current()
  }, [value])
  return (prepared: Promise<PreparedPicture>, isCut: boolean) => {
    const noted = prepared.then((result) => {
      if (typeof result !== 'string') own.current.push(result.picture)
      return result
    })
    onChange(noted, isCut)
  }
}

/** Two rectangles that differ by less than this look the same. Per cent. */
const TOLERANCE = 0.01
/** A crop that removes less than this at the edges does not open the crop panel. Per cent. */
const FITS = 1

const isSame = (one: Rectangle, other: Rectangle, tolerance = TOLERANCE): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) < tolerance)
