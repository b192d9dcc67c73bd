import type { Editor } from '@tiptap/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Answer } from '../../../../api/client/call.ts'
import { liveRegion } from '../../../../ui/live-region.ts'
import type { Picture } from '../../../shared/entity-parts.ts'
import type { StoredPicture } from '../../../shared/stored-picture.ts'
import type { FileOutcome } from '../../form/editor/pending-files.ts'
import { PICTURE_PENDING } from '../pending-uploads.ts'
import { StoredPictures } from '../picture/image-field.tsx'
import {
  encodePicture,
  getAcceptedTypes,
  NOT_ENCODED,
  openPicture,
  rotateClockwise,
  WHOLE,
} from '../picture/picture-file.ts'
import { FileButton } from '../upload/file-entry.tsx'
import { useUpload } from '../upload/use-upload.ts'
import { insertBlock } from './rich-blocks.ts'
import { RichPanel, usePictureDescription } from './rich-panel.tsx'

export interface PictureUpload {
  /** Uploads a picture (a data URL), so that the text can show the picture. */
  upload: (
    image: string,
    sending: { signal: AbortSignal; onProgress: (sent: number) => void },
  ) => Promise<Answer<Picture>>
  /** Receives a picture that is being uploaded. The form waits for this picture before it saves. */
  onPending: (outcome: Promise<FileOutcome>) => void
}

interface PicturePanelProps extends PictureUpload {
  editor: Editor
  /** All pictures that were dropped or pasted into the text since the panel was opened. */
  given: File[]
  onClose: () => void
}

/** A text shows a picture at any size. */
const ANY_SHAPE = { shape: { width: 1, height: 1 }, whole: true }

const UNREADY = 'Esa imagen no se pudo preparar. Elegí otra.'
const NONE_CHOSEN = 'Elegí una imagen.'
const NOT_INSERTED = 'Hay una imagen del texto sin insertar. Insertala o cancelala, y después guardá.'

/** Panel that inserts pictures into the text, one after another. */
export function PicturePanel({ editor, given, upload, onPending, onClose }: PicturePanelProps) {
  const description = usePictureDescription('')
  const chooser = useRef<HTMLInputElement>(null)
  const { progress, failure, setFailure, start, cancel } = useUpload<number>({
    onSend: onPending,
    refused: 'dropped',
    cancelled: { outcome: 'dropped', message: 'Cancelaste: la imagen no se subió.' },
    cancelOnUnmount: true,
  })
  const picture = useChosenPicture(() => setFailure(''))
  const { chosen, isOpening } = picture
  /** Pictures that wait until the current picture is inserted. */
  const [waiting, setWaiting] = useState<File[]>([])
  const [done, setDone] = useState(0)
  const error = picture.error || failure
  const isSending = progress !== null

  function open(file: File | undefined) {
    if (!file) return
    picture.open(file)
    description.focus()
  }

  /**
   * Opens the next waiting picture after an upload or a skip. It is a ref, so that a finished upload sees the pictures that
   * were added meanwhile.
   */
  const openNext = useLatest(() => {
    const [next, ...rest] = waiting
    if (!next) return onClose()
    setDone(done + 1)
    picture.clear()
    description.change('')
    setWaiting(rest)
    open(next)
  })

  const takeGiven = useLatest((files: File[]) => {
    const isFree = chosen === null && !isOpening
    if (isFree) open(files[0])
    setWaiting((before) => [...before, ...files.slice(isFree ? 1 : 0)])
  })
  const taken = useRef(0)
  useEffect(() => chooser.current?.focus(), [])
  useEffect(() => {
    takeGiven.current(given.slice(taken.current))
    taken.current = given.length
  }, [given, takeGiven])
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses the description of each next picture
  useEffect(() => {
    if (done > 0) description.focus()
  }, [done])

  function insert() {
    if (isSending) return
    if (!chosen && !isOpening) {
      if (!error) picture.setError(NONE_CHOSEN)
      chooser.current?.focus()
      return
    }
    if (!description.isComplete()) return
    picture.setError('')
    start(0, async (signal, onProgress) => {
      const ready = await picture.ready.current
      if (!ready) return UNREADY
      const answer = ready.stored ? null : await upload(ready.image, { signal, onProgress })
      if (answer?.ok === false) return answer.problem.detail
      const inserted = ready.stored ?? answer?.value
      if (!inserted) return UNREADY
      const { src, width, height } = inserted
      // The size keeps the text below in place while the picture loads.
      const attributes = { src, alt: description.alt?.trim() ?? '', width, height }
      editor.view.dispatch(insertBlock(editor.state.tr, editor.schema.node('image', attributes)))
      openNext.current()
      return ''
    })
  }

  const hasFailed = error !== '' && error !== NONE_CHOSEN
  const isBegun = picture.isHere || waiting.length > 0 || (description.alt ?? '').trim() !== ''
  return (
    <RichPanel
      label="Imagen"
      pending={hasFailed ? PICTURE_PENDING : isBegun ? NOT_INSERTED : null}
      confirmText={error !== '' && chosen ? 'Reintentar' : 'Insertar'}
      isConfirmDisabled={isSending}
      onConfirm={insert}
      cancelText={!isSending && waiting.length > 0 ? 'Saltear' : 'Cancelar'}
      onCancel={() => (isSending ? cancel() : openNext.current())}
      onClose={onClose}
      actions={isSending && <Sending percent={Math.round(progress * 100)} />}
    >
      <PictureRow
        picture={picture}
        canTurn={!isSending}
        chooser={chooser}
        onFiles={([first, ...rest]) => {
          open(first)
          setWaiting((before) => [...rest, ...before])
        }}
        onStored={(stored, alt) => {
          picture.takeStored(stored.name, stored.picture)
          description.change(alt)
        }}
      />
      {description.field(error, done)}
      {waiting.length > 0 && (
        <p className="rich-panel-name" {...liveRegion}>
          {waiting.length === 1
            ? 'Después sigue 1 imagen más.'
            : `Después siguen ${waiting.length} imágenes más.`}
        </p>
      )}
    </RichPanel>
  )
}

interface PictureRowProps {
  picture: ChosenPicture
  canTurn: boolean
  chooser: RefObject<HTMLInputElement | null>
  onFiles: (files: File[]) => void
  onStored: (stored: StoredPicture, alt: string) => void
}

function PictureRow({ picture, canTurn, chooser, onFiles, onStored }: PictureRowProps) {
  const { chosen, isOpening, isHere, name, turnRight } = picture
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className="rich-panel-file">
      {isHere &&
        (chosen ? (
          <img className="rich-panel-picture" src={chosen.image} alt="" />
        ) : (
          <span className="rich-panel-picture" />
        ))}
      <FileButton
        ref={chooser}
        multiple
        accept={getAcceptedTypes()}
        text={isOpening ? 'Abriendo…' : chosen ? 'Cambiar imagen' : 'Elegir imagen'}
        aria-label={chosen ? 'Cambiar imagen para insertar' : 'Elegir imagen para insertar'}
        onFiles={onFiles}
      />
      <button type="button" className="button" onClick={() => setChoosing(true)}>
        Ya subidas
      </button>
      {isChoosing && (
        <StoredPictures
          of="el texto"
          field={ANY_SHAPE}
          onChoose={(_source, alt, stored) => onStored(stored, alt)}
          onClose={() => setChoosing(false)}
        />
      )}
      {isHere && canTurn && !chosen?.stored && (
        <button type="button" className="button" disabled={!chosen} onClick={turnRight}>
          Girar
        </button>
      )}
      <span className="mono rich-panel-name">{isHere ? name : ''}</span>
    </div>
  )
}

const Sending = ({ percent }: { percent: number }) => (
  <span className="sending" {...liveRegion}>
    <progress max={100} value={percent} aria-label="Imagen enviada" />{' '}
    {percent < 100 ? `Subiendo ${percent} %` : 'Guardando…'}
  </span>
)

/** Returns a ref that holds the function of the latest render. */
function useLatest<F>(latest: F) {
  const ref = useRef(latest)
  ref.current = latest
  return ref
}

interface ChosenImage {
  name: string
  canvas: HTMLCanvasElement | null
  /** The picture that is sent, as a data URL. Of a stored picture, its path. */
  image: string
  /** The picture that an item already uses, which is not sent again. */
  stored?: Picture
}

type ChosenPicture = ReturnType<typeof useChosenPicture>

/** Opens and encodes the picture that was chosen last. */
function useChosenPicture(onOpen: () => void) {
  const [chosen, setChosen] = useState<ChosenImage | null>(null)
  const [isOpening, setOpening] = useState(false)
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  /** The encoded picture. null without a picture, or when the picture could not be opened. */
  const ready = useRef<Promise<ChosenImage | null>>(Promise.resolve(null))

  function prepare(make: () => Promise<ChosenImage | null>) {
    onOpen()
    setError('')
    setOpening(true)
    const making = make().catch((cause: unknown) => {
      console.error(cause)
      setError(NOT_ENCODED)
      return null
    })
    ready.current = making
    void making.then((made) => {
      // Stops here when another picture was chosen meanwhile.
      if (ready.current !== making) return
      setOpening(false)
      setChosen(made)
    })
  }

  const encode = async (name: string, canvas: HTMLCanvasElement): Promise<ChosenImage> => ({
    name,
    canvas,
    image: await encodePicture(canvas, WHOLE),
  })

  return {
    chosen,
    isOpening,
    /**
     * True while the panel needs space for a picture, also while it is being opened. Otherwise the buttons below would move
     * under a thumb.
     */
    isHere: chosen !== null || isOpening,
    name,
    error,
    setError,
    ready,
    clear: () => setChosen(null),
    open(file: File) {
      setName(file.name)
      prepare(async () => {
        const opened = await openPicture(file)
        if (opened.ok) return encode(file.name, opened.canvas)
        setError(opened.message)
        return null
      })
    },
    takeStored(name: string, stored: Picture) {
      setName(name)
      prepare(async () => ({ name, canvas: null, image: stored.src, stored }))
    },
    turnRight() {
      const { name = '', canvas } = chosen ?? {}
      if (canvas) prepare(() => encode(name, rotateClockwise(canvas)))
    },
  }
}
