import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import type { Shape } from '../../../contract/fields.ts'
import { ALT_MAX } from '../../../contract/limits.ts'
import { CropPanel } from './crop-panel.tsx'
import { FieldError } from './field.tsx'
import {
  ACCEPTED_TYPES,
  encodePicture,
  largestPart,
  NOT_ENCODED,
  openPicture,
  outputSize,
  pictureIn,
  type Rectangle,
} from './picture-file.ts'
import './form.css'

interface ImageFieldProps {
  label: string
  hint?: string
  error?: string
  shape: Shape
  /** The site shows it in black and white. */
  monochrome?: boolean
  /** The picture chosen now, as a data URL; blank: none was chosen. */
  value: string
  /** Told at once of a picture being prepared, so that a form does not send the one before. */
  onChange: (value: Promise<string>) => void
  /** Address of the picture that is stored already. */
  stored?: string
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

/** Drop, paste or choose; crop to the ratio named; see it as the public will; take it back. */
export function ImageField(props: ImageFieldProps) {
  const { label, hint, error, shape, monochrome, value, onChange, stored, alt, onAltChange, altError, ref } =
    props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLFieldSetElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [cropping, setCropping] = useState(false)
  const [opening, setOpening] = useState(false)
  const [over, setOver] = useState(false)
  const [failure, setFailure] = useState('')

  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }))

  async function take(file: File | undefined) {
    if (!file) return
    setFailure('')
    setOpening(true)
    const result = await openPicture(file)
    setOpening(false)
    if (!result.ok) {
      setFailure(result.message)
      return
    }
    const { canvas } = result
    const part = largestPart(canvas.width, canvas.height, shape.width / shape.height)
    setOpened({ canvas, part })
    setCropping(true)
    offer(canvas, part)
  }

  function offer(canvas: HTMLCanvasElement, part: Rectangle) {
    onChange(
      encodePicture(canvas, part, shape).catch((cause: unknown) => {
        console.error(cause)
        setFailure(NOT_ENCODED)
        return value
      }),
    )
  }

  function crop(part: Rectangle) {
    if (!opened) return
    setOpened({ ...opened, part })
    offer(opened.canvas, part)
  }

  function takeBack() {
    setOpened(null)
    setCropping(false)
    setFailure('')
    onChange(Promise.resolve(''))
    input.current?.focus()
  }

  // A picture is pasted into the page rather than into a button, so it goes to the field in which one is, or to the only one.
  const takePasted = useRef<(event: ClipboardEvent) => void>(undefined)
  takePasted.current = (event) => {
    const file = pictureIn(event.clipboardData)
    const place = event.target instanceof Element ? event.target : null
    const isHere = frame.current?.contains(place)
    const isElsewhere = place?.closest('.picture-entry, [contenteditable], dialog') ?? null
    const isOnlyField = document.querySelectorAll('.picture-entry').length === 1
    if (!file || !(isHere || (isOnlyField && !isElsewhere))) return
    event.preventDefault()
    void take(file)
  }
  useEffect(() => {
    const listen = (event: ClipboardEvent) => takePasted.current?.(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])

  const shown = value || stored
  const size = opened && outputSize(opened.canvas, opened.part, shape)
  const isSmall = size !== null && size.width < shape.width
  const message = failure || error
  const errorId = `${id}-error`
  const hintId = `${id}-hint`

  return (
    <fieldset
      ref={frame}
      className="entry picture-entry"
      data-invalid={message ? '' : undefined}
      data-over={over ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void take(pictureIn(event.dataTransfer))
      }}
    >
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
          shape={shape}
          onCrop={crop}
          onDone={() => setCropping(false)}
        />
      ) : null}

      <div className="picture-well" data-empty={shown ? undefined : ''}>
        {shown ? (
          <figure className="picture-preview" data-monochrome={monochrome ? '' : undefined}>
            <img src={shown} alt={alt ?? ''} style={{ aspectRatio: `${shape.width} / ${shape.height}` }} />
            <figcaption>
              {value ? 'Así se va a ver' : 'La imagen actual'}
              {size && (
                <span className="mono">
                  {' '}
                  {size.width} × {size.height} px
                </span>
              )}
            </figcaption>
          </figure>
        ) : (
          <p className="picture-invitation">Soltá una imagen acá, pegala o elegila.</p>
        )}
        <div className="picture-actions">
          <label className="button">
            {opening ? 'Abriendo…' : shown ? 'Cambiar imagen' : 'Elegir imagen'}
            <input
              ref={input}
              type="file"
              className="unseen"
              accept={ACCEPTED_TYPES}
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
          {opened && !cropping && (
            <button type="button" className="button" onClick={() => setCropping(true)}>
              Recortar
            </button>
          )}
          {value && (
            <button type="button" className="button" onClick={takeBack}>
              {stored ? 'Volver a la anterior' : 'Quitar'}
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
          Es más chica que {shape.width} × {shape.height}: puede verse borrosa.
        </p>
      )}
      {hint && (
        <p className="entry-hint" id={hintId}>
          {hint}
        </p>
      )}
      {shown && <AltField label={label} alt={alt} onChange={onAltChange} error={altError} />}
    </fieldset>
  )
}

interface AltFieldProps {
  label: string
  alt: string | null
  onChange: (alt: string | null) => void
  error?: string
}

/** What the picture shows, for those who do not see it; or the statement that it adds nothing (WCAG 1.1.1). */
function AltField({ label, alt, onChange, error }: AltFieldProps) {
  const id = useId()
  // What was written comes back when the box is unticked.
  const [written, setWritten] = useState(alt ?? '')
  return (
    <div className="alt-entry">
      <div className="entry-head">
        <label htmlFor={id}>
          Qué se ve en la imagen <span className="unseen">({label})</span>
        </label>
        <label className="tick">
          <input
            type="checkbox"
            checked={alt === null}
            onChange={(event) => onChange(event.target.checked ? null : written)}
          />
          Es decorativa
        </label>
      </div>
      <input
        id={id}
        type="text"
        className="control"
        maxLength={ALT_MAX}
        value={alt ?? ''}
        disabled={alt === null}
        aria-describedby={error ? `${id}-error` : `${id}-hint`}
        aria-invalid={error ? true : undefined}
        onChange={(event) => {
          setWritten(event.target.value)
          onChange(event.target.value)
        }}
      />
      {error ? (
        <FieldError id={`${id}-error`} message={error} />
      ) : (
        <p className="entry-hint" id={`${id}-hint`}>
          La leen en voz alta quienes no ven la pantalla, y los buscadores. Vacía, cuenta como decorativa.
        </p>
      )}
    </div>
  )
}
