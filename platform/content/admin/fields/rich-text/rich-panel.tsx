import type { ReactNode } from 'react'

interface RichPanelProps {
  label: string
  /** What a form says that would be saved without what is in here; null: nothing is. */
  left: string | null
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** A row under the toolbar. It stands inside the item's form, so Enter must not send that. */
export function RichPanel({ label, left, onConfirm, onClose, children }: RichPanelProps) {
  return (
    <fieldset
      className="rich-panel"
      aria-label={label}
      data-left={left ?? undefined}
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
