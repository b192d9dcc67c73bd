/** What lies over a page goes when one goes back, as one does on a phone, and the page stays. */
import { type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isScreen } from './paths.ts'

export interface Over {
  /** A modal one: nothing else is opened or followed while it is. */
  dialog: RefObject<HTMLDialogElement | null>
  isOpen: boolean
  open(): void
  close(): void
  /** Closes it and goes somewhere. */
  leaveFor(path: string): void
  /** For the dialog: however it was closed. */
  onClose(): void
}

/** What follows when the entry that the history has for what lies over the page is gone; null: it has none. */
let then: (() => void) | null = null
/** It is on its way out: a dialog may tell twice that it was closed. */
let isGoing = false

/** Before React Router hears of it: to it nothing has happened. */
function onPop(event: PopStateEvent): void {
  event.stopImmediatePropagation()
  const next = then
  then = null
  isGoing = false
  next?.()
}

/** While it is open the history has one more entry, for the same address. */
export function useOver(): Over {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()

  const close = () => dialog.current?.close()
  function open() {
    // The last one is on its way out.
    if (then) then = open
    else {
      then = close
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
      then = () => {
        if (isScreen(path)) void navigate(path)
        else location.assign(path)
      }
      close()
    },
    onClose() {
      // Told late, when it is open again.
      if (dialog.current?.open) return
      setOpen(false)
      if (!then || isGoing) return
      isGoing = true
      history.back()
    },
  }
}
