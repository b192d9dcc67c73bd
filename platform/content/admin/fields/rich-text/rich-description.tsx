import type { Editor, EditorEvents } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { liveRegion } from '../../../../ui/live-region.ts'
import { canMove, findPictureNear, moveBlock } from './rich-blocks.ts'
import { RichPanel, usePictureDescription } from './rich-panel.tsx'

interface DescriptionPanelProps {
  editor: Editor
  onClose: () => void
}

const NOT_APPLIED = 'Hay una descripción de imagen sin aplicar. Aplicala o cancelala, y después guardá.'
const GONE = 'Esa imagen ya no está en el texto.'

/**
 * Panel to describe and move a picture. It keeps the picture that was selected when the panel opened, because the selection
 * can change meanwhile.
 */
export function DescriptionPanel({ editor, onClose }: DescriptionPanelProps) {
  const position = useRef(editor.state.selection.from)
  const [{ src, before }] = useState(() => {
    const { src, alt } = editor.getAttributes('image')
    return { src: String(src), before: String(alt ?? '') || null }
  })
  const { alt, field, focus, isComplete } = usePictureDescription(before)
  const [error, setError] = useState('')
  const [place, setPlace] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the panel opens
  useEffect(() => focus(), [])
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
    if (!isComplete()) return
    const found = find()
    if (found === null) return
    editor.view.dispatch(editor.state.tr.setNodeAttribute(found, 'alt', alt?.trim() ?? ''))
    onClose()
  }

  /** Returns the current position of the picture, which may have been dragged elsewhere. */
  function find(): number | null {
    const found = findPictureNear(editor.state.doc, src, position.current)
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

  const at = findPictureNear(editor.state.doc, src, position.current)
  const mover = (text: string, by: -1 | 1) => (
    <button
      type="button"
      className="button"
      aria-disabled={at === null || !canMove(editor.state.doc, at, by) || undefined}
      onClick={() => move(by)}
    >
      {text}
    </button>
  )

  return (
    <RichPanel
      label="Imagen"
      pending={(alt ?? '') === (before ?? '') ? null : NOT_APPLIED}
      confirmText="Aplicar"
      onConfirm={apply}
      onClose={onClose}
    >
      <div className="rich-panel-file">
        <img className="rich-panel-picture" src={src} alt="" />
        {mover('Subir', -1)}
        {mover('Bajar', 1)}
        <span className="mono rich-panel-name" {...liveRegion}>
          {place}
        </span>
      </div>
      {field(error)}
    </RichPanel>
  )
}
