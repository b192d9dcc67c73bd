import type { Editor, EditorEvents } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { RichPanel } from './rich-panel.tsx'
import { RichPictureAlt } from './rich-picture-alt.tsx'

interface DescriptionPanelProps {
  editor: Editor
  onClose: () => void
}

const LEFT = 'Hay una descripción de imagen sin aplicar. Aplicala o cancelala, y después guardá.'
const GONE = 'Esa imagen ya no está en el texto.'

/** Describes the picture that was selected when this was opened, whatever is selected or written meanwhile. */
export function DescriptionPanel({ editor, onClose }: DescriptionPanelProps) {
  const position = useRef(editor.state.selection.from)
  const [{ src, before }] = useState(() => {
    const { src, alt } = editor.getAttributes('image')
    return { src: String(src), before: String(alt ?? '') || null }
  })
  const [alt, setAlt] = useState(before)
  const [altError, setAltError] = useState('')
  const [error, setError] = useState('')
  const describe = useRef<HTMLInputElement>(null)
  useEffect(() => describe.current?.focus(), [])
  useEffect(() => {
    const follow = ({ transaction }: EditorEvents['transaction']) => {
      position.current = transaction.mapping.map(position.current)
    }
    editor.on('transaction', follow)
    return () => {
      editor.off('transaction', follow)
    }
  }, [editor])

  function apply() {
    if (alt?.trim() === '') {
      setAltError('Contá qué se ve, o marcá que es decorativa.')
      describe.current?.focus()
      return
    }
    const { doc, tr } = editor.state
    if (doc.nodeAt(position.current)?.attrs.src !== src) {
      setError(GONE)
      return
    }
    editor.view.dispatch(tr.setNodeAttribute(position.current, 'alt', alt?.trim() ?? ''))
    onClose()
  }

  return (
    <RichPanel
      label="Imagen"
      left={(alt ?? '') === (before ?? '') ? null : LEFT}
      onConfirm={apply}
      onClose={onClose}
    >
      <div className="rich-panel-file">
        <img className="rich-panel-picture" src={src} alt="" />
      </div>
      <RichPictureAlt
        ref={describe}
        alt={alt}
        altError={altError}
        error={error}
        onChange={(typed) => {
          setAlt(typed)
          setAltError('')
        }}
      />
      <div className="rich-panel-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancelar
        </button>
        <button type="button" className="button button-strong" onClick={apply}>
          Aplicar
        </button>
      </div>
    </RichPanel>
  )
}
