import type { ReactNode } from 'react'

interface RichPanelProps {
  label: string
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** A row under the toolbar. It stands inside the item's form, so Enter must not send that. */
export function RichPanel({ label, onConfirm, onClose, children }: RichPanelProps) {
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
