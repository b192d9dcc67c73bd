import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import type { FileOutcome } from '../../form/editor/pending-files.ts'
import { PICTURE_LEFT } from '../left.ts'
import {
  acceptedTypes,
  encodePicture,
  NOT_ENCODED,
  openPicture,
  turned,
  WHOLE,
} from '../picture/picture-file.ts'
import { insertBlock } from './rich-blocks.ts'
import type { RichEditorProps } from './rich-editor-props.ts'
import { RichPanel } from './rich-panel.tsx'
import { RichPictureAlt } from './rich-picture-alt.tsx'

interface PicturePanelProps {
  editor: Editor
  /** Dropped or pasted into the text, all that have been so far. */
  given: File[]
  upload: RichEditorProps['upload']
  onPending: RichEditorProps['onPending']
  onClose: () => void
}

interface Chosen {
  name: string
  canvas: HTMLCanvasElement
  /** As it will be sent, a data URL. */
  image: string
}

const UNREADY = 'Esa imagen no se pudo preparar. Elegí otra.'
const NONE_CHOSEN = 'Elegí una imagen.'

const NOT_INSERTED = 'Hay una imagen del texto sin insertar. Insertala o cancelala, y después guardá.'

const shown = async (name: string, canvas: HTMLCanvasElement): Promise<Chosen> => ({
  name,
  canvas,
  image: await encodePicture(canvas, WHOLE),
})

/** Puts pictures into the text, one after another. */
export function PicturePanel({ editor, given, upload, onPending, onClose }: PicturePanelProps) {
  const [alt, setAlt] = useState<string | null>('')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [opening, setOpening] = useState(false)
  /** Of the file that was chosen last. */
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  const [altError, setAltError] = useState('')
  const [sent, setSent] = useState<number | null>(null)
  const choose = useRef<HTMLInputElement>(null)
  const describe = useRef<HTMLInputElement>(null)
  const abort = useRef<AbortController>(null)
  /** The picture that was chosen last, once it is ready; null: there is none, or it cannot be read. */
  const ready = useRef<Promise<Chosen | null>>(Promise.resolve(null))
  /** Pictures that wait for the one at hand. */
  const [waiting, setWaiting] = useState<File[]>([])
  const [done, setDone] = useState(0)
  const taken = useRef(0)

  const open = useRef<(file: File | undefined) => void>(undefined)
  open.current = (file) => {
    if (!file) return
    setName(file.name)
    prepare(async () => {
      const opened = await openPicture(file)
      if (opened.ok) return shown(file.name, opened.canvas)
      setError(opened.message)
      return null
    })
    describe.current?.focus()
  }

  function prepare(make: () => Promise<Chosen | null>) {
    setError('')
    setOpening(true)
    const making = make().catch((cause: unknown) => {
      console.error(cause)
      setError(NOT_ENCODED)
      return null
    })
    ready.current = making
    void making.then((made) => {
      // Another one was chosen meanwhile.
      if (ready.current !== making) return
      setOpening(false)
      setChosen(made)
    })
  }

  const take = useRef<(files: File[]) => void>(undefined)
  take.current = (files) => {
    const isFree = chosen === null && !opening
    if (isFree) open.current?.(files[0])
    setWaiting((before) => [...before, ...files.slice(isFree ? 1 : 0)])
  }

  useEffect(() => choose.current?.focus(), [])
  useEffect(() => {
    take.current?.(given.slice(taken.current))
    taken.current = given.length
  }, [given])
  useEffect(() => () => abort.current?.abort(), [])

  useEffect(() => {
    if (done > 0) describe.current?.focus()
  }, [done])

  const goOn = useRef<() => void>(undefined)
  goOn.current = () => {
    const [next, ...rest] = waiting
    if (!next) return onClose()
    setDone(done + 1)
    setChosen(null)
    setAlt('')
    setAltError('')
    setWaiting(rest)
    open.current?.(next)
  }

  async function insert() {
    if (sent !== null) return
    if (!chosen && !opening) {
      setError((before) => before || NONE_CHOSEN)
      choose.current?.focus()
      return
    }
    if (alt?.trim() === '') {
      setAltError('Contá qué se ve, o marcá que es decorativa.')
      describe.current?.focus()
      return
    }
    setError('')
    setSent(0)
    const sending = send().then((failure): FileOutcome => {
      setSent(null)
      if (failure) setError((before) => before || failure)
      else goOn.current?.()
      return failure === '' ? 'arrived' : 'dropped'
    })
    onPending(sending)
    await sending
  }

  /** @returns what went wrong, or blank */
  async function send(): Promise<string> {
    try {
      abort.current = new AbortController()
      const picture = await ready.current
      if (!picture) return UNREADY
      const answer = await upload(picture.image, { signal: abort.current.signal, onProgress: setSent })
      if (!answer.ok) return answer.problem.detail
      const { src, width, height } = answer.value
      // With its size, so that the cursor below is where it stays when the picture has come.
      const attributes = { src, alt: alt?.trim() ?? '', width, height }
      editor.view.dispatch(insertBlock(editor.state.tr, editor.schema.node('image', attributes)))
      return ''
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError')
        return 'Cancelaste: la imagen no se subió.'
      throw cause
    }
  }

  const percent = Math.round((sent ?? 0) * 100)
  const canRetry = error !== '' && chosen !== null
  const hasFailed = error !== '' && error !== NONE_CHOSEN
  // What stands below stays where it is when the picture has come: a thumb may be on its way.
  const isHere = chosen !== null || opening
  const isHeld = isHere || waiting.length > 0 || (alt ?? '').trim() !== ''
  return (
    <RichPanel
      label="Imagen"
      left={hasFailed ? PICTURE_LEFT : isHeld ? NOT_INSERTED : null}
      onConfirm={() => void insert()}
      onClose={onClose}
    >
      <div className="rich-panel-file">
        {isHere &&
          (chosen ? (
            <img className="rich-panel-picture" src={chosen.image} alt="" />
          ) : (
            <span className="rich-panel-picture" />
          ))}
        <label className="button">
          {opening ? 'Abriendo…' : chosen ? 'Cambiar imagen' : 'Elegir imagen'}
          <input
            ref={choose}
            type="file"
            multiple
            className="unseen"
            accept={acceptedTypes()}
            aria-label={chosen ? 'Cambiar imagen para insertar' : 'Elegir imagen para insertar'}
            onChange={(event) => {
              const [first, ...rest] = event.target.files ?? []
              event.target.value = ''
              open.current?.(first)
              setWaiting((before) => [...rest, ...before])
            }}
          />
        </label>
        {isHere && sent === null && (
          <button
            type="button"
            className="button"
            disabled={!chosen}
            onClick={() => chosen && prepare(() => shown(chosen.name, turned(chosen.canvas)))}
          >
            Girar
          </button>
        )}
        <span className="mono rich-panel-name">{isHere ? name : ''}</span>
      </div>
      <RichPictureAlt
        key={done}
        ref={describe}
        alt={alt}
        altError={altError}
        error={error}
        onChange={(typed) => {
          setAlt(typed)
          setAltError('')
        }}
      />
      {waiting.length > 0 && (
        <p className="rich-panel-name" role="status">
          {waiting.length === 1
            ? 'Después sigue 1 imagen más.'
            : `Después siguen ${waiting.length} imágenes más.`}
        </p>
      )}
      <div className="rich-panel-actions">
        {sent !== null && (
          <span className="sending" role="status">
            <progress max={100} value={percent} aria-label="Imagen enviada" />{' '}
            {percent < 100 ? `Subiendo ${percent} %` : 'Guardando…'}
          </span>
        )}
        <button
          type="button"
          className="button"
          onClick={() => (sent === null ? goOn.current?.() : abort.current?.abort())}
        >
          {sent === null && waiting.length > 0 ? 'Saltear' : 'Cancelar'}
        </button>
        <button
          type="button"
          className="button button-strong"
          aria-disabled={sent !== null || undefined}
          onClick={() => void insert()}
        >
          {canRetry ? 'Reintentar' : 'Insertar'}
        </button>
      </div>
    </RichPanel>
  )
}
