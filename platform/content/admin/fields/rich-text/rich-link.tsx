import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { LineField } from '../../../../forms/text-field.tsx'
import { URL_MAX } from '../../../../shared/limits.ts'
import { completeTextLink, isTextLink, NOT_A_TEXT_LINK } from '../../../shared/richtext.ts'
import { addCursorBelow } from './rich-blocks.ts'
import { RichPanel } from './rich-panel.tsx'

const NOT_APPLIED = 'Hay un enlace del texto sin aplicar. Aplicalo o cancelalo, y después guardá.'

interface LinkPanelProps {
  editor: Editor
  onClose: () => void
}

/** Panel for the link of the selected text. It validates the address by the same rule as the server. */
export function LinkPanel({ editor, onClose }: LinkPanelProps) {
  const [before] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [address, setAddress] = useState(before)
  const [error, setError] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  function apply() {
    const href = completeTextLink(address)
    if (!isTextLink(href)) {
      setError(NOT_A_TEXT_LINK)
      input.current?.focus()
      return
    }
    const room = addCursorBelow(editor.state)
    if (room) editor.view.dispatch(room)
    const isOnWords = !editor.state.selection.empty || before !== ''
    const chain = editor.chain().focus().extendMarkRange('link')
    if (isOnWords) chain.setMark('link', { href }).run()
    // Without a selection, the address itself becomes the text of the link.
    else chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    onClose()
  }

  return (
    <RichPanel
      label="Enlace"
      pending={address.trim() === before ? null : NOT_APPLIED}
      confirmText="Aplicar"
      onConfirm={apply}
      onClose={onClose}
      actions={
        before !== '' && (
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
        )
      }
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
    </RichPanel>
  )
}
