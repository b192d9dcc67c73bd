import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { URL_MAX } from '../../../contract/limits.ts'
import { isWebAddress, NOT_A_LINK } from '../../../contract/schemas.ts'
import { LineField } from './text-field.tsx'

interface LinkPanelProps {
  editor: Editor
  onClose: () => void
}

/** The address of the selected words; checked by the same rule as every link. */
export function LinkPanel({ editor, onClose }: LinkPanelProps) {
  const [before] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [address, setAddress] = useState(before)
  const [error, setError] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  function apply() {
    const href = address.trim()
    if (!isWebAddress(href)) {
      setError(NOT_A_LINK)
      input.current?.focus()
      return
    }
    const isOnWords = !editor.state.selection.empty || before !== ''
    const chain = editor.chain().focus().extendMarkRange('link')
    if (isOnWords) chain.setLink({ href }).run()
    // Nothing is selected: the address itself becomes the words.
    else chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    onClose()
  }

  return (
    <Panel label="Link" onConfirm={apply} onClose={onClose}>
      <LineField
        label="Dirección del link"
        type="url"
        inputMode="url"
        placeholder="https://"
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
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onClose()
            }}
          >
            Quitar link
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          Cancelar
        </button>
        <button type="button" className="button button-strong" onClick={apply}>
          Aplicar
        </button>
      </div>
    </Panel>
  )
}

interface PanelProps {
  label: string
  onConfirm: () => void
  onClose: () => void
  children: React.ReactNode
}

/** A row under the toolbar. It stands inside the item's form, so Enter must not send that. */
export function Panel({ label, onConfirm, onClose, children }: PanelProps) {
  return (
    <fieldset
      className="rich-panel"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onClose()
        }
        if (
          event.key === 'Enter' &&
          event.target instanceof HTMLInputElement &&
          event.target.type !== 'file'
        ) {
          event.preventDefault()
          onConfirm()
        }
      }}
    >
      {children}
    </fieldset>
  )
}
