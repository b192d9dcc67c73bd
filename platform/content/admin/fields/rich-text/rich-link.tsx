import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { URL_MAX } from '../../../../shared/limits.ts'
import { completeLink, isTextLink, NOT_A_TEXT_LINK } from '../../../shared/richtext.ts'
import { LineField } from '../text-field.tsx'
import { roomBelow } from './rich-blocks.ts'
import { RichPanel } from './rich-panel.tsx'

const LEFT = 'Hay un enlace del texto sin aplicar. Aplicalo o cancelalo, y después guardá.'

interface LinkPanelProps {
  editor: Editor
  onClose: () => void
}

/** The address of the selected words; checked by the rule by which the server keeps it. */
export function LinkPanel({ editor, onClose }: LinkPanelProps) {
  const [before] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [address, setAddress] = useState(before)
  const [error, setError] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  function apply() {
    const href = completeLink(address)
    if (!isTextLink(href)) {
      setError(NOT_A_TEXT_LINK)
      input.current?.focus()
      return
    }
    const room = roomBelow(editor.state)
    if (room) editor.view.dispatch(room)
    const isOnWords = !editor.state.selection.empty || before !== ''
    const chain = editor.chain().focus().extendMarkRange('link')
    if (isOnWords) chain.setMark('link', { href }).run()
    // Nothing is selected: the address itself becomes the words.
    else chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    onClose()
  }

  return (
    <RichPanel
      label="Enlace"
      left={address.trim() === before ? null : LEFT}
      onConfirm={apply}
      onClose={onClose}
    >
      <LineField
        label="Dirección del enlace"
        inputMode="url"
        placeholder="https://, /news o un e-mail"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={URL_MAX}
        ref={input}
        value={address}
        error={error}
        onChange={(event) => setAddress(event.target.value)}
      />
      <div className="rich-panel-actions">
        {before !== '' && (
          <button
            type="button"
            className="button"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetMark('link').run()
              onClose()
            }}
          >
            Quitar enlace
          </button>
        )}
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
