import { useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../../../admin-layout/lazy-part.tsx'
import { type DescribedFieldProps, isTouchDevice } from '../../../../forms/field.tsx'
import { liveRegion } from '../../../../ui/live-region.ts'
import type { Shape } from '../../../shared/fields.ts'
import { NO_PICTURE } from '../../form/field-values.ts'
import { FileEntry, type FocusRef } from '../upload/file-entry.tsx'
import { AltField } from './alt-field.tsx'
import type { CropPanelProps } from './crop-panel.tsx'
import { registerTarget } from './paste-target.tsx'
import { findPicture, getAcceptedTypes, getOutputSize, isSmallFor, type Size } from './picture-file.ts'
import type { StoredPicturesProps } from './stored-pictures.tsx'
import { type CutSource, type PreparedPicture, usePicture } from './use-picture.ts'

/** Loaded on demand, because administrators crop few pictures by hand. */
const CropPanel = lazyPart<CropPanelProps>('crop', () =>
  import('./crop-panel.tsx').then((module) => module.CropPanel),
)

export const StoredPictures = lazyPart<StoredPicturesProps>('imágenes', () =>
  import('./stored-pictures.tsx').then((module) => module.StoredPictures),
)

interface ImageFieldProps extends DescribedFieldProps {
  /**
   * `whole`: the picture keeps its own ratio. `monochrome`: the site shows the picture in black and white. `cutFrom`: the
   * field from which the form cuts this picture.
   */
  field: { shape: Shape; whole?: boolean; optional?: boolean; monochrome?: boolean; cutFrom?: string }
  /** The new picture as a data URL. Blank without a new picture. `NO_PICTURE` removes the stored picture. */
  value: string
  onChange: (prepared: Promise<PreparedPicture>, isCut: boolean) => void
  /** True when the form was not saved because the chosen file could not be opened. */
  hasFailed: boolean
  /** Address of the stored picture, in the size that the form shows. */
  storedPreview?: string | undefined
  /** Address of the stored picture in full size. */
  storedWhole?: string | undefined
  cutFrom?: CutSource | undefined
  onCut?: () => void
  /** True when the picture has no field for its text alternative: it is decorative, or has the same text as `cutFrom`. */
  isDescribedThere?: boolean
  /** Labels of the pictures that could be cut from this new one, but stayed as they were. */
  keptCuts?: string[]
  /** The text alternative. null for a decorative picture. */
  alt: string | null
  onAltChange: (alt: string | null) => void
  /** The text alternative that the form proposes. */
  proposedAlt?: string | undefined
  ref?: FocusRef
}

/** Field for a picture, which is chosen, dropped or pasted, and cropped to the required ratio. */
export function ImageField(props: ImageFieldProps) {
  const { label, hint, error, field, value, onChange } = props
  const { shape, whole } = field
  const cropShape = whole ? undefined : shape
  const picture = usePicture({ shape: cropShape, value, onChange })
  const { opened, isCropping, isOpening, failure } = picture
  const isRemoved = value === NO_PICTURE
  const shown = isRemoved ? undefined : value || props.storedPreview
  const [isChoosing, setChoosing] = useState(false)
  /** Description that the chosen stored picture has in another item. */
  const [storedAlt, setStoredAlt] = useState('')
  const take = (file: File | undefined) => {
    if (!file) return
    setStoredAlt('')
    picture.take(file)
  }
  const frame = usePasteTarget(label, !shown, take)
  const size = opened && getOutputSize(opened.canvas, opened.part, cropShape)
  return (
    <FileEntry
      label={label}
      measure={
        <>
          {shape.width} × {shape.height}
        </>
      }
      hint={hint}
      error={failure?.text ?? error}
      noun="imagen"
      accept={getAcceptedTypes()}
      isFilled={Boolean(shown)}
      isSmall={field.cutFrom !== undefined}
      busyText={isOpening && 'Abriendo…'}
      onFile={take}
      fileIn={findPicture}
      frame={frame}
      ref={props.ref}
      above={(focusChooser) =>
        isCropping && opened ? (
          <CropPanel
            canvas={opened.canvas}
            part={opened.part}
            shape={cropShape}
            onCrop={picture.crop}
            onTurn={picture.turnRight}
            onDone={() => {
              picture.setCropping(false)
              focusChooser()
            }}
          />
        ) : null
      }
      actions={[
        { text: 'Ya subidas', isStaying: true, act: () => setChoosing(true) },
        ...getActions(props, picture, Boolean(shown)),
      ]}
      status={
        <p className="unseen" {...liveRegion}>
          {isOpening ? 'Abriendo la imagen…' : opened ? 'La imagen está lista.' : ''}
        </p>
      }
      warning={
        <>
          {isChoosing && (
            <StoredPictures
              of={label}
              field={field}
              onChoose={(source, alt) => {
                setStoredAlt(alt)
                picture.take(source)
              }}
              onClose={() => setChoosing(false)}
            />
          )}
          {props.keptCuts?.map((kept) => (
            <p key={kept} className="entry-hint entry-warning">
              El {kept.toLowerCase()} queda como estaba. Si también cambia, cortalo de este o elegí otro.
            </p>
          ))}
          {size && (
            <>
              <SizeWarning size={size} shape={shape} whole={whole} />
              {picture.isGif && <p className="entry-hint">De un GIF queda solo la primera imagen.</p>}
            </>
          )}
        </>
      }
      below={shown && <Description {...props} proposedAlt={storedAlt || props.proposedAlt} />}
    >
      {shown ? (
        <figure
          className="picture-preview"
          data-whole={whole ? '' : undefined}
          data-cut={props.cutFrom ? '' : undefined}
          data-monochrome={field.monochrome ? '' : undefined}
        >
          <img
            src={shown}
            // The text alternative is empty here, because it has its own field next to the picture.
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
            {field.monochrome && ', en blanco y negro como en el sitio.'}
          </figcaption>
        </figure>
      ) : (
        <p className="picture-invitation">
          {isRemoved
            ? 'Se quita al guardar.'
            : field.cutFrom
              ? 'Se corta sola de la otra. Si querés una distinta, elegila.'
              : isTouchDevice()
                ? 'Elegila de tus fotos, o sacá una.'
                : 'Soltá una imagen acá, pegala o elegila.'}
          {field.monochrome && !isRemoved && ' El sitio la muestra en blanco y negro.'}
        </p>
      )}
    </FileEntry>
  )
}

/** Registers the field for pictures that are pasted, or dropped outside all fields. */
function usePasteTarget(label: string, isEmpty: boolean, take: (file: File) => void) {
  const frame = useRef<HTMLFieldSetElement>(null)
  const latest = useRef({ take, isEmpty })
  latest.current = { take, isEmpty }
  useEffect(() => {
    if (!frame.current) return
    return registerTarget({
      element: frame.current,
      label,
      isEmpty: () => latest.current.isEmpty,
      take: (file) => latest.current.take(file),
    })
  }, [label])
  return frame
}

function getActions(props: ImageFieldProps, picture: ReturnType<typeof usePicture>, isShown: boolean) {
  const { label, field, value, storedPreview, storedWhole, cutFrom, onCut, hasFailed } = props
  const { opened, isCropping, isOpening, failure } = picture
  const canCrop = value ? value !== NO_PICTURE && (opened || !cutFrom) : storedWhole && !cutFrom
  const isBlocked = failure?.isBlocking || hasFailed
  return [
    cutFrom && {
      text: <>Cortar del {cutFrom.label.toLowerCase()}</>,
      isDisabled: isOpening,
      isStaying: true,
      act() {
        onCut?.()
        picture.take(cutFrom)
      },
    },
    canCrop && {
      text: 'Recortar',
      isDisabled: isOpening || isCropping,
      isStaying: true,
      act() {
        if (value && opened) picture.setCropping(true)
        else void picture.cropCurrent(value || (storedWhole ?? ''))
      },
    },
    value && {
      text: storedPreview ? 'Volver a la anterior' : 'Quitar',
      act: () => picture.remove(''),
    },
    field.optional &&
      storedPreview &&
      !value && {
        text: 'Quitar',
        act: () => picture.remove(NO_PICTURE),
      },
    isBlocked &&
      (isShown || field.optional) && {
        text: (
          <>
            {isShown ? 'Seguir con esta' : 'Seguir sin imagen'}
            <span className="unseen"> en {label}</span>
          </>
        ),
        act: picture.keepEarlier,
      },
  ]
}

function SizeWarning({ size, shape, whole }: { size: Size; shape: Shape; whole: boolean | undefined }) {
  if (!isSmallFor(size, shape, whole === true)) return null
  return (
    <p className="entry-hint entry-warning">
      Es más chica que {whole ? `${shape.width / 2} px de lado` : `${shape.width} × ${shape.height}`}: puede
      verse borrosa.
    </p>
  )
}

function Description(props: ImageFieldProps) {
  const { label, value, storedPreview, cutFrom, isDescribedThere, alt, onAltChange, proposedAlt } = props
  if (isDescribedThere)
    return (
      cutFrom && <p className="entry-hint">Se describe con lo mismo que el {cutFrom.label.toLowerCase()}.</p>
    )
  return (
    <>
      <AltField of={label} alt={alt} onChange={onAltChange} proposal={proposedAlt} />
      {value && storedPreview && alt !== '' && alt !== proposedAlt && (
        <p className="entry-hint">Cambiaste la imagen: fijate que esto la siga describiendo.</p>
      )}
    </>
  )
}
