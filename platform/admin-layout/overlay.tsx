/** Modal dialogs, and overlays, which are modal dialogs that the browser's back button closes. */

import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from './button.tsx'
import { isScreen } from './paths.ts'

/** Opens a dialog as modal when it is rendered. Pass the result as its `ref`. */
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
  /** Closes the overlay, then opens an address. @param state of the history entry of a screen */
  leaveFor(path: string, state?: unknown): void
  /** Pass this as `onClose` of the dialog. */
  onClose(): void
}

/** Called when the history entry of the overlay is removed. null when there is no such entry. */
let afterPop: (() => void) | null = null
/**
 * True while the history entry is being removed. A dialog can fire `close` twice, and the entry must not be removed twice.
 */
let isGoing = false

/** Handles `popstate` before React Router, and hides the event from it, because the address stays the same. */
function onPop(event: PopStateEvent): void {
  event.stopImmediatePropagation()
  const next = afterPop
  afterPop = null
  isGoing = false
  next?.()
}

/** Opens and closes an overlay. While it is open, the browser's history has an additional entry with the same address. */
export function useOverlay(): Overlay {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()

  const close = () => dialog.current?.close()
  function open() {
    // The history entry of the last overlay is not removed yet. This overlay opens afterwards.
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
    leaveFor(path, state) {
      afterPop = () => {
        if (isScreen(path)) void navigate(path, { state })
        else location.assign(path)
      }
      close()
    },
    onClose() {
      // The `close` event can arrive after the dialog has been opened again. Then it is ignored.
      if (dialog.current?.open) return
      setOpen(false)
      if (!afterPop || isGoing) return
      isGoing = true
      history.back()
    },
  }
}

interface SheetProps {
  label: string
  icon: ReactNode
  /** True when the sheet contains a link to the current screen. */
  isCurrent?: boolean
  title: string
  children: ReactNode
}

/** A menu that opens from the foot of the screen. A click on a link, or beside the menu, closes it. */
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
          // With these keys the browser opens the link in a new tab or window, so the menu stays open.
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
