import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { rememberOpen, wasOpen } from './camera-memory.ts'

interface CameraSwitch {
  isOpen: boolean
  open(): void
  close(): void
  openButton: RefObject<HTMLButtonElement | null>
  closeButton: RefObject<HTMLButtonElement | null>
}

/** Opens and closes the camera, also for the next load of the page. @param search covers the video with its keyboard */
export function useCameraSwitch(search: RefObject<HTMLElement | null>): CameraSwitch {
  const [isOpen, setOpen] = useState(wasOpen)
  const openButton = useRef<HTMLButtonElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  const wasSwitched = useRef(false)

  const turn = useCallback(
    (next: boolean) => {
      // Closes the keyboard.
      search.current?.blur()
      rememberOpen(next)
      wasSwitched.current = true
      setOpen(next)
    },
    [search],
  )

  useEffect(() => {
    // A load of the page does not move the focus.
    if (wasSwitched.current) (isOpen ? closeButton : openButton).current?.focus()
  }, [isOpen])

  return {
    isOpen,
    open: useCallback(() => turn(true), [turn]),
    close: useCallback(() => turn(false), [turn]),
    openButton,
    closeButton,
  }
}
