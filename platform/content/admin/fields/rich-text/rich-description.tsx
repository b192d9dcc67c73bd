import type { Editor, EditorEvents } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { canMove, moveBlock, pictureNear } from './rich-blocks.ts'
import { RichPanel } from './rich-panel.tsx'
import { RichPictureAlt } from './rich-picture-alt.tsx'

interface DescriptionPanelProps {
  editor: Editor
  onClose: () => void
}

const LEFT = 'Hay una descripción de imagen sin aplicar. Aplicala o cancelala, y después guardá.'
const GONE = 'Esa imagen ya no está en el texto.'

/** Describes and moves the picture that was selected when this was opened, whatever is selected or written meanwhile. */
export function DescriptionPanel({ editor, onClose }: DescriptionPanelProps) {
  const position = useRef(editor.state.selection.from)
  const [{ src, before }] = useState(() => {
    const { src, alt } = editor.getAttributes('image')
    return { src: String(src), before: String(alt ?? '') || null }
  })
  const [alt, setAlt] = useState(before)
  const [altError, setAltError] = useState('')
  const [error, setError] = useState('')
  const [place, setPlace] = useState('')
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
    const found = find()
    if (found === null) return
    editor.view.dispatch(editor.state.tr.setNodeAttribute(found, 'alt', alt?.trim() ?? ''))
    onClose()
  }

  /** Where it is now: it may have been dragged elsewhere. */
  function find(): number | null {
    const found = pictureNear(editor.state.doc, src, position.current)
    setError(found === null ? GONE : '')
    return found
  }

  function move(by: -1 | 1) {
    const found = find()
    if (found === null || !canMove(editor.state.doc, found, by)) return
    const { tr, to } = moveBlock(editor.state.tr, found, by)
    editor.view.dispatch(tr)
    position.current = to
    const $place = tr.doc.resolve(to)
    setPlace(`La imagen quedó en el lugar ${$place.index() + 1} de ${$place.parent.childCount}.`)
  }

  const at = pictureNear(editor.state.doc, src, position.current)
  const isStuck = (by: -1 | 1) => at === null || !canMove(editor.state.doc, at, by)

  return (
    <RichPanel
      label="Imagen"
      left={(alt ?? '') === (before ?? '') ? null : LEFT}
      onConfirm={apply}
      onClose={onClose}
    >
      <div className="rich-panel-file">
        <img className="rich-panel-picture" src={src} alt="" />
        <button
          type="button"
          className="button"
          aria-disabled={isStuck(-1) || undefined}
          onClick={() => move(-1)}
        >
          Subir
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={isStuck(1) || undefined}
          onClick={() => move(1)}
        >
          Bajar
        </button>
        <span className="mono rich-panel-name" role="status">
          {place}
        </span>
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
