import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import type { Shape } from '../../../../../contract/content/fields.ts'
import { lazyPart } from '../../../layout/lazy.tsx'
import { NO_PICTURE } from '../../form/typed.ts'
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

interface ImageFieldProps {
  label: string
  hint?: string
  error?: string
  shape: Shape
  /** It keeps the ratio that it has. */
  whole?: boolean
  /** It may be taken away. */
  optional?: boolean
  /** The site shows it in black and white. */
  monochrome?: boolean
  /** The picture chosen now, as a data URL; blank: none was chosen; `NO_PICTURE`: the stored one goes. */
  value: string
  /**
   * Told at once of a picture being prepared, so that a form does not send the one before.
   * `isCut`: it comes from `cutFrom`, or is none any more.
   */
  onChange: (value: Promise<string>, isCut: boolean) => void
  /** Address of the picture that is stored already, as large as the form shows it. */
  stored?: string
  /** The same, as large as there is. */
  storedWhole?: string
  cutFrom?: CutSource
  onCut?: () => void
  /** It is described with the picture that it is cut from. */
  isDescribedThere?: boolean
  /** null: decorative. */
  alt: string | null
  onAltChange: (alt: string | null) => void
  altError?: string
  /** Focus lands on the button that chooses. */
  ref?: Ref<{ focus: () => void }>
}

interface Opened {
  canvas: HTMLCanvasElement
  part: Rectangle
}

/** So long a slider may be pushed before its picture is made again, ms. */
const REST_MS = 150

/** Drop, paste or choose; crop to the ratio named; see it as the public will; take it back. */
export function ImageField(props: ImageFieldProps) {
  const { label, hint, error, shape, whole, optional, monochrome, value, onChange, stored, cutFrom } = props
  const { storedWhole, onCut, isDescribedThere, alt, onAltChange, altError, ref } = props
  const ownShape = whole ? undefined : shape
  /** Under this it may look blurred, px: of any ratio the longer side, which a phone shows whole. */
  const leastWidth = whole ? shape.width / 2 : shape.width
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLFieldSetElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [cropping, setCropping] = useState(false)
  const [opening, setOpening] = useState(false)
  const [failure, setFailure] = useState('')
  /** The part that was last made into a picture. */
  const made = useRef<Rectangle>(undefined)
  const turn = useRef(0)
  const isCut = useRef(false)
  /** Values that were made here and may yet be shown: of several under way, an earlier one may arrive after a later one. */
  const own = useRef([value])

  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }))

  async function take(picture: File | string | undefined, { thenCrop = false, fromCut = false } = {}) {
    if (!picture) return
    const mine = ++turn.current
    setFailure('')
    setOpening(true)
    const result = await openPicture(picture)
    // Another one was chosen meanwhile.
    if (mine !== turn.current) return
    setOpening(false)
    if (!result.ok) {
      setFailure(result.message)
      return
    }
    isCut.current = fromCut
    const { canvas } = result
    const part = show(canvas)
    // What has the shape already needs no second look.
    setCropping(thenCrop || !isSame(part, WHOLE, FITS))
    make(canvas, part)
  }

  /** Begins with as much of a picture as has the shape. */
  function show(canvas: HTMLCanvasElement): Rectangle {
    const part = ownShape ? largestPart(canvas.width, canvas.height, shape.width / shape.height) : WHOLE
    setOpened({ canvas, part })
    return part
  }

  /** Of the stored one another part may be kept; until another is chosen it stays as it is. */
  async function cutStored() {
    const mine = ++turn.current
    setFailure('')
    setOpening(true)
    const result = await openPicture(storedWhole ?? '')
    if (mine !== turn.current) return
    setOpening(false)
    if (!result.ok) {
      setFailure(result.message)
      return
    }
    isCut.current = false
    made.current = show(result.canvas)
    setCropping(true)
  }

  function make(canvas: HTMLCanvasElement, part: Rectangle, waiting = 0) {
    made.current = part
    const picture = async () => {
      await new Promise((resolve) => setTimeout(resolve, waiting))
      // What is pushed on will be made when it rests.
      return made.current === part ? encodePicture(canvas, part, ownShape) : value
    }
    tell(
      picture().catch((cause: unknown) => {
        console.error(cause)
        setFailure(NOT_ENCODED)
        return value
      }),
    )
  }

  function tell(picture: Promise<string>) {
    onChange(
      picture.then((arrived) => {
        // One that was overtaken while it waited brings nothing of its own.
        if (arrived !== value) own.current.push(arrived)
        return arrived
      }),
      isCut.current,
    )
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
    setFailure('')
    isCut.current = true
    tell(Promise.resolve(rest))
    input.current?.focus()
  }

  async function cut() {
    if (!cutFrom) return
    onCut?.()
    await take(await cutFrom.address(), { thenCrop: true, fromCut: true })
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
      take: (file) => void latest.current.take(file),
    })
  }, [label])

  const drop = useDrop((data) => void take(pictureIn(data)))
  const size = opened && outputSize(opened.canvas, opened.part, ownShape)
  const isSmall = size !== null && (whole ? Math.max(size.width, size.height) : size.width) < leastWidth
  const message = failure || error
  const errorId = `${id}-error`
  const hintId = `${id}-hint`

  return (
    <fieldset ref={frame} className="entry picture-entry" data-invalid={message ? '' : undefined} {...drop}>
      <legend>
        {label}{' '}
        {!whole && (
          <span className="measure">
            {shape.width} × {shape.height}
          </span>
        )}
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
                void take(file)
              }}
            />
          </label>
          {cutFrom && (
            <button type="button" className="button" onClick={() => void cut()}>
              Cortar del {cutFrom.label.toLowerCase()}
            </button>
          )}
          {value && !isRemoved && !cropping && (opened || !cutFrom) && (
            <button
              type="button"
              className="button"
              onClick={() => (opened ? setCropping(true) : void take(value, { thenCrop: true }))}
            >
              Recortar
            </button>
          )}
          {!value && storedWhole && !cutFrom && !cropping && (
            <button type="button" className="button" onClick={() => void cutStored()}>
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
