import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lazyPart } from '../../../../admin-layout/lazy-part.tsx'
import type { Shape } from '../../../shared/fields.ts'
import { NO_PICTURE } from '../../form/field-values.ts'
import { FieldError } from '../field.tsx'
import { isTouched } from '../touched.ts'
import { useDrop } from '../use-drop.ts'
import { AltField } from './alt-field.tsx'
import type { CropPanelProps } from './crop-panel.tsx'
import { offerTarget } from './paste-target.ts'
import {
  acceptedTypes,
  encodePicture,
  largestPart,
  NOT_ENCODED,
  openPicture,
  outputSize,
  pictureIn,
  type Rectangle,
  turned,
  WHOLE,
} from './picture-file.ts'
import '../../form/form.css'

/** Few pictures are cut by hand. */
const CropPanel = lazyPart<CropPanelProps>('crop', () =>
  import('./crop-panel.tsx').then((module) => module.CropPanel),
)

/** Another picture of the form, from which this one may be cut. */
export interface CutSource {
  label: string
  /** Its address; waits for one that is being prepared. */
  address: () => Promise<string | undefined>
}

/**
 * - `picture`: a data URL, blank, or `NO_PICTURE`.
 * - `unchanged`: a later action in the field replaced this one.
 * - `failed`: the file could not be opened or encoded, so the field keeps its earlier picture.
 */
export type PreparedPicture = { picture: string } | 'unchanged' | 'failed'

interface ImageFieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  shape: Shape
  /** It keeps the ratio that it has. */
  whole?: boolean | undefined
  /** It may be taken away. */
  optional?: boolean | undefined
  /** The site shows it in black and white. */
  monochrome?: boolean | undefined
  /** The picture chosen now, as a data URL; blank: none was chosen; `NO_PICTURE`: the stored one goes. */
  value: string
  /**
   * Called as soon as a file is chosen, before it is opened, so that the form does not save the earlier picture meanwhile.
   * `isCut`: the picture is a crop of `cutFrom`, or was removed.
   */
  onChange: (prepared: Promise<PreparedPicture>, isCut: boolean) => void
  /** The chosen file could not be opened, so the form was not saved. */
  hasFailed: boolean
  /** Address of the picture that is stored already, as large as the form shows it. */
  stored?: string | undefined
  /** The same, as large as there is. */
  storedWhole?: string | undefined
  cutFrom?: CutSource | undefined
  onCut?: () => void
  /** It is described with the picture that it is cut from. */
  isDescribedThere?: boolean
  /** null: decorative. */
  alt: string | null
  onAltChange: (alt: string | null) => void
  altError?: string | undefined
  /** Focus lands on the button that chooses. */
  ref?: Ref<{ focus: () => void }> | undefined
}

interface Opened {
  canvas: HTMLCanvasElement
  part: Rectangle
}

/** So long a slider may be pushed before its picture is made again, ms. */
const REST_MS = 150

/** Reason why a picture could not be opened or encoded. `isBlocking`: it blocks saving until it is resolved. */
interface Failure {
  text: string
  isBlocking: boolean
}

/** Drop, paste or choose; crop to the ratio named; see it as the public will; take it back. */
export function ImageField(props: ImageFieldProps) {
  const { label, hint, error, shape, whole, optional, monochrome, value, onChange, hasFailed, stored } = props
  const { storedWhole, cutFrom, onCut, isDescribedThere, alt, onAltChange, altError, ref } = props
  const ownShape = whole ? undefined : shape
  /** Under this it may look blurred, px: of any ratio the longer side, which a phone shows whole. */
  const leastWidth = whole ? shape.width / 2 : shape.width
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLFieldSetElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [cropping, setCropping] = useState(false)
  const [opening, setOpening] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  /** The part that was last made into a picture. */
  const made = useRef<Rectangle>(undefined)
  const turn = useRef(0)
  const isCut = useRef(false)
  /** Values that were made here and may yet be shown: of several under way, an earlier one may arrive after a later one. */
  const own = useRef([value])

  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }))

  /** @param from the source picture of a crop */
  function take(file: File | undefined, from?: CutSource) {
    if (!file && !from) return
    const wasCut = isCut.current
    isCut.current = from !== undefined
    // Otherwise a later crop of the earlier picture would replace this one.
    setCropping(false)
    const prepared = prepare(async () => file ?? (await from?.address()), from !== undefined)
    tell(
      prepared.then((result) => {
        if (result === 'failed') isCut.current = wasCut
        return result
      }),
    )
  }

  async function prepare(
    source: () => Promise<File | string | undefined>,
    thenCrop: boolean,
  ): Promise<PreparedPicture> {
    const mine = beginOpening()
    const picture = await source()
    const result = picture === undefined ? null : await openPicture(picture)
    if (mine !== turn.current) return 'unchanged'
    setOpening(false)
    if (result === null) return 'unchanged'
    if (!result.ok) return fail(result.message)
    const { canvas } = result
    const part = show(canvas)
    // A picture that already has the required shape needs no crop.
    setCropping(thenCrop || !isSame(part, WHOLE, FITS))
    made.current = part
    return encode(canvas, part)
  }

  function beginOpening(): number {
    setFailure(null)
    setOpening(true)
    return ++turn.current
  }

  function fail(text: string): 'failed' {
    // Render now: the form next searches for the field that blocks saving.
    flushSync(() => setFailure({ text, isBlocking: true }))
    return 'failed'
  }

  async function encode(canvas: HTMLCanvasElement, part: Rectangle): Promise<PreparedPicture> {
    try {
      return { picture: await encodePicture(canvas, part, ownShape) }
    } catch (cause) {
      console.error(cause)
      return made.current === part ? fail(NOT_ENCODED) : 'unchanged'
    }
  }

  /** Begins with as much of a picture as has the shape. */
  function show(canvas: HTMLCanvasElement): Rectangle {
    const part = ownShape ? largestPart(canvas.width, canvas.height, shape.width / shape.height) : WHOLE
    setOpened({ canvas, part })
    return part
  }

  /** Opens the field's current picture for cropping. The value changes only when another part is chosen. */
  async function cropCurrent(address: string) {
    const mine = beginOpening()
    const result = await openPicture(address)
    if (mine !== turn.current) return
    setOpening(false)
    if (!result.ok) {
      setFailure({ text: result.message, isBlocking: false })
      return
    }
    isCut.current = false
    made.current = show(result.canvas)
    setCropping(true)
  }

  function make(canvas: HTMLCanvasElement, part: Rectangle, delayMs = 0) {
    made.current = part
    const prepared = async (): Promise<PreparedPicture> => {
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      return made.current === part ? encode(canvas, part) : 'unchanged'
    }
    setFailure(null)
    tell(prepared())
  }

  function tell(prepared: Promise<PreparedPicture>) {
    const noted = prepared.then((result) => {
      if (typeof result !== 'string') own.current.push(result.picture)
      return result
    })
    onChange(noted, isCut.current)
  }

  /** Keeps the picture that the field had before the file failed. */
  function keepEarlier() {
    setFailure(null)
    tell(Promise.resolve('unchanged'))
    input.current?.focus()
  }

  function crop(part: Rectangle, settled: boolean) {
    if (!opened) return
    setOpened({ ...opened, part })
    // The library also reports the crop that it was given, once it knows its own size.
    if (settled && !(made.current && isSame(part, made.current))) make(opened.canvas, part, REST_MS)
  }

  /** @param rest what the field holds then: blank, or `NO_PICTURE` */
  function takeBack(rest = '') {
    turn.current++
    made.current = undefined
    setOpening(false)
    setOpened(null)
    setCropping(false)
    setFailure(null)
    isCut.current = true
    tell(Promise.resolve({ picture: rest }))
    input.current?.focus()
  }

  function cut() {
    onCut?.()
    take(undefined, cutFrom)
  }

  // Changed from outside: a draft was dropped, somebody else's picture chosen over this one, or another cut of it made.
  useEffect(() => {
    const at = own.current.lastIndexOf(value)
    // Those that came later may be the next to be shown.
    own.current = at < 0 ? [value] : own.current.slice(at)
    if (at >= 0) return
    made.current = undefined
    setOpened(null)
    setCropping(false)
  }, [value])

  const isRemoved = value === NO_PICTURE
  const shown = isRemoved ? undefined : value || stored
  const latest = useRef({ take, shown })
  latest.current = { take, shown }
  useEffect(() => {
    if (!frame.current) return
    return offerTarget({
      element: frame.current,
      label,
      isEmpty: () => !latest.current.shown,
      take: (file) => latest.current.take(file),
    })
  }, [label])

  const drop = useDrop((data) => take(pictureIn(data)))
  const size = opened && outputSize(opened.canvas, opened.part, ownShape)
  const isSmall = size !== null && (whole ? Math.max(size.width, size.height) : size.width) < leastWidth
  const message = failure?.text ?? error
  const isBlocked = failure?.isBlocking || hasFailed
  const errorId = `${id}-error`
  const hintId = `${id}-hint`

  return (
    <fieldset ref={frame} className="entry picture-entry" data-invalid={message ? '' : undefined} {...drop}>
      <legend>
        {label}{' '}
        <span className="measure">
          {shape.width} × {shape.height}
        </span>
      </legend>

      {cropping && opened ? (
        <CropPanel
          canvas={opened.canvas}
          part={opened.part}
          shape={ownShape}
          onCrop={crop}
          onTurn={() => {
            const canvas = turned(opened.canvas)
            make(canvas, show(canvas))
          }}
          onDone={() => {
            setCropping(false)
            input.current?.focus()
          }}
        />
      ) : null}

      <div className="picture-well" data-empty={shown ? undefined : ''}>
        {shown ? (
          <figure
            className="picture-preview"
            data-whole={whole ? '' : undefined}
            data-cut={cutFrom ? '' : undefined}
          >
            <img
              src={shown}
              // What is seen in it is heard in the field that says so.
              alt=""
              style={whole ? undefined : { aspectRatio: `${shape.width} / ${shape.height}` }}
            />
            <figcaption>
              {value ? 'Así se va a ver' : 'La imagen actual'}
              {size && (
                <span className="mono">
                  {' '}
                  {size.width} × {size.height} px
                </span>
              )}
              {monochrome && '. En el sitio va en blanco y negro.'}
            </figcaption>
          </figure>
        ) : (
          <p className="picture-invitation">
            {isRemoved
              ? 'Se quita al guardar.'
              : isTouched()
                ? 'Elegila de tus fotos, o sacá una.'
                : 'Soltá una imagen acá, pegala o elegila.'}
          </p>
        )}
        <div className="picture-actions">
          <label className="button">
            {opening ? 'Abriendo…' : shown ? 'Cambiar imagen' : 'Elegir imagen'}
            <input
              ref={input}
              type="file"
              className="unseen"
              accept={acceptedTypes()}
              aria-label={`${label}: ${shown ? 'cambiar imagen' : 'elegir imagen'}`}
              aria-invalid={message ? true : undefined}
              aria-describedby={[message && errorId, hint && hintId].filter(Boolean).join(' ') || undefined}
              onChange={(event) => {
                const file = event.target.files?.[0]
                // Choosing the same file again has to count as choosing.
                event.target.value = ''
                take(file)
              }}
            />
          </label>
          {cutFrom && (
            <button
              type="button"
              className="button"
              aria-disabled={opening || undefined}
              onClick={() => opening || cut()}
            >
              Cortar del {cutFrom.label.toLowerCase()}
            </button>
          )}
          {value && !isRemoved && !cropping && (opened || !cutFrom) && (
            <button
              type="button"
              className="button"
              aria-disabled={opening || undefined}
              onClick={() => opening || (opened ? setCropping(true) : void cropCurrent(value))}
            >
              Recortar
            </button>
          )}
          {!value && storedWhole && !cutFrom && !cropping && (
            <button
              type="button"
              className="button"
              aria-disabled={opening || undefined}
              onClick={() => opening || void cropCurrent(storedWhole)}
            >
              Recortar
            </button>
          )}
          {value && (
            <button type="button" className="button" onClick={() => takeBack()}>
              {stored ? 'Volver a la anterior' : 'Quitar'}
            </button>
          )}
          {optional && stored && !value && (
            <button type="button" className="button" onClick={() => takeBack(NO_PICTURE)}>
              Quitar
            </button>
          )}
          {isBlocked && (shown || optional) && (
            <button type="button" className="button" onClick={keepEarlier}>
              {shown ? 'Seguir con esta' : 'Seguir sin imagen'}
              <span className="unseen"> en {label}</span>
            </button>
          )}
        </div>
      </div>
      <p className="unseen" role="status">
        {opening ? 'Abriendo la imagen…' : ''}
      </p>

      {message && <FieldError id={errorId} message={message} />}
      {isSmall && (
        <p className="entry-hint entry-warning">
          Es más chica que {whole ? `${leastWidth} px de lado` : `${shape.width} × ${shape.height}`}: puede
          verse borrosa.
        </p>
      )}
      {hint && (
        <p className="entry-hint" id={hintId}>
          {hint}
        </p>
      )}
      {shown && !isDescribedThere && (
        <AltField of={label} alt={alt} onChange={onAltChange} error={altError} />
      )}
      {shown && isDescribedThere && cutFrom && (
        <p className="entry-hint">Se describe con lo mismo que el {cutFrom.label.toLowerCase()}.</p>
      )}
      {shown && !isDescribedThere && value && stored && alt !== '' && (
        <p className="entry-hint">Cambiaste la imagen: fijate que esto la siga describiendo.</p>
      )}
    </fieldset>
  )
}

/** Per cent; under this, two rectangles look the same. */
const TOLERANCE = 0.01
/** Per cent; so little may go at the edges without being asked about. */
const FITS = 1

const isSame = (one: Rectangle, other: Rectangle, tolerance = TOLERANCE): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) < tolerance)
