import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { ALT_MAX } from '../../../contract/limits.ts'
import { FieldError } from './field.tsx'
import { ACCEPTED_TYPES, encodePicture, NOT_ENCODED, openPicture, WHOLE } from './picture-file.ts'
import type { RichEditorProps } from './rich-field.tsx'
import { RichPanel } from './rich-panel.tsx'
import { LineField } from './text-field.tsx'

interface PicturePanelProps {
  editor: Editor
  /** Dropped or pasted into the text. */
  given: File | null
  upload: RichEditorProps['upload']
  onPending: RichEditorProps['onPending']
  onClose: () => void
}

/** Puts a picture into the text, or describes the one that is selected. */
export function PicturePanel({ editor, given, upload, onPending, onClose }: PicturePanelProps) {
  const [isSelected] = useState(() => given === null && editor.isActive('image'))
  const [alt, setAlt] = useState(() => (isSelected ? String(editor.getAttributes('image').alt ?? '') : ''))
  const [file, setFile] = useState(given)
  const [error, setError] = useState('')
  const [sent, setSent] = useState<number | null>(null)
  const choose = useRef<HTMLInputElement>(null)
  const describe = useRef<HTMLInputElement>(null)
  const abort = useRef<AbortController>(null)

  useEffect(() => {
    if (given) setFile(given)
  }, [given])
  useEffect(() => {
    if (isSelected || given) describe.current?.focus()
    else choose.current?.focus()
  }, [isSelected, given])
  useEffect(() => () => abort.current?.abort(), [])

  async function insert() {
    if (sent !== null) return
    if (isSelected) {
      editor.chain().focus().updateAttributes('image', { alt }).run()
      onClose()
      return
    }
    if (!file) {
      setError('Elegí una imagen.')
      choose.current?.focus()
      return
    }
    setError('')
    setSent(0)
    const sending = send(file)
    onPending(sending.then((failure) => failure === ''))
    const failure = await sending
    setSent(null)
    if (failure) setError(failure)
    else onClose()
  }

  /** @returns what went wrong, or blank */
  async function send(chosen: File): Promise<string> {
    const opened = await openPicture(chosen)
    if (!opened.ok) return opened.message
    try {
      const image = await encodePicture(opened.canvas, WHOLE)
      abort.current = new AbortController()
      const answer = await upload(image, { signal: abort.current.signal, onProgress: setSent })
      if (!answer.ok) return answer.problem.detail
      editor.chain().focus().setImage({ src: answer.value.src, alt: alt.trim() }).run()
      return ''
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') return 'La imagen no se subió.'
      console.error(cause)
      return NOT_ENCODED
    }
  }

  const percent = Math.round((sent ?? 0) * 100)
  return (
    <RichPanel label="Imagen" onConfirm={() => void insert()} onClose={onClose}>
      {!isSelected && (
        <div className="rich-panel-file">
          <label className="button">
            {file ? 'Cambiar imagen' : 'Elegir imagen'}
            <input
              ref={choose}
              type="file"
              className="unseen"
              accept={ACCEPTED_TYPES}
              aria-label={file ? 'Cambiar imagen para insertar' : 'Elegir imagen para insertar'}
              onChange={(event) => {
                setFile(event.target.files?.[0] ?? null)
                setError('')
              }}
            />
          </label>
          <span className="mono rich-panel-name">{file?.name ?? ''}</span>
        </div>
      )}
      <LineField
        label="Qué se ve (vacío si es decorativa)"
        maxLength={ALT_MAX}
        ref={describe}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
      />
      {error && (
        <div role="alert">
          <FieldError id="rich-picture-error" message={error} />
        </div>
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
          onClick={sent === null ? onClose : () => abort.current?.abort()}
        >
          Cancelar
        </button>
        <button
          type="button"
          className="button button-strong"
          aria-disabled={sent !== null || undefined}
          onClick={() => void insert()}
        >
          {isSelected ? 'Aplicar' : 'Insertar'}
        </button>
      </div>
    </RichPanel>
  )
}
