/** Modal dialogs, and overlays: modal dialogs that the back button closes. */

import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from './button.tsx'
import { isScreen } from './paths.ts'

/** For `ref` of a dialog that is rendered only while it is open. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return dialog
}

export interface Overlay {
  dialog: RefObject<HTMLDialogElement | null>
  isOpen: boolean
  open(): void
  close(): void
  /** Closes the overlay and goes to an address. */
  leaveFor(path: string): void
  /** The dialog's `onClose`. */
  onClose(): void
}

/** Runs after the history entry of the overlay is gone. null when there is no such entry. */
let afterPop: (() => void) | null = null
/** True while the history entry is being removed. It prevents a second removal, because a dialog can fire `close` twice. */
let isGoing = false

/** Runs before React Router, and hides the event from it because the address stays the same. */
function onPop(event: PopStateEvent): void {
  event.stopImmediatePropagation()
  const next = afterPop
  afterPop = null
  isGoing = false
  next?.()
}

/** While an overlay is open, the browser's history has one more entry, for the same address. */
export function useOverlay(): Overlay {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()

  const close = () => dialog.current?.close()
  function open() {
    // The entry of the last overlay is not gone yet.
    if (afterPop) afterPop = open
    else {
      afterPop = close
      history.pushState(history.state, '')
      addEventListener('popstate', onPop, { capture: true, once: true })
      setOpen(true)
      dialog.current?.showModal()
    }
  }

  return {
    dialog,
    isOpen,
    open,
    close,
    leaveFor(path) {
      afterPop = () => {
        if (isScreen(path)) void navigate(path)
        else location.assign(path)
      }
      close()
    },
    onClose() {
      // The event can arrive after the dialog was opened again.
      if (dialog.current?.open) return
      setOpen(false)
      if (!afterPop || isGoing) return
      isGoing = true
      history.back()
    },
  }
}

interface SheetProps {
  /** Label and icon of the button that opens the sheet. */
  label: string
  icon: ReactNode
  /** True when the current screen is one of its entries. */
  isCurrent?: boolean
  title: string
  children: ReactNode
}

/** A menu at the foot of a phone. It closes when a link is followed, and on a tap beside it. */
export function Sheet({ label, icon, isCurrent = false, title, children }: SheetProps) {
  const { dialog, isOpen, open, close, leaveFor, onClose } = useOverlay()
  return (
    <>
      <button
        type="button"
        className="tab"
        aria-haspopup="dialog"
        data-current={isCurrent ? '' : undefined}
        onClick={open}
      >
        {icon}
        <span>{label}</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape also closes it */}
      <dialog
        ref={dialog}
        className="sheet"
        aria-label={title}
        onClose={onClose}
        onClick={({ target, currentTarget }) => {
          const isEnd = target instanceof Element && target.closest('[data-sign-out]')
          if (target === currentTarget || isEnd) close()
        }}
        onClickCapture={(event) => {
          const link = event.target instanceof Element && event.target.closest('a')
          // With these keys the browser opens the link in another tab.
          if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          leaveFor(link.getAttribute('href') ?? '')
        }}
      >
        <div className="sheet-head">
          <h2>{title}</h2>
          <Button onClick={close}>Cerrar</Button>
        </div>
        {isOpen && children}
      </dialog>
    </>
  )
}
