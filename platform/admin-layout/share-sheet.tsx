import { useRef } from 'react'
import { Button } from './button.tsx'

/** A button that opens the share sheet of the device. Browsers without one show the link for copying. */
export function ShareSheet({ message, url }: { message: string; url: string }) {
  const isOpen = useRef(false)
  if (!('share' in navigator)) return null
  async function share() {
    if (isOpen.current) return
    isOpen.current = true
    // The promise is rejected when the user closes the sheet. That is no failure, and the link stays visible.
    await navigator.share({ text: message, url }).catch(() => {})
    isOpen.current = false
  }
  return <Button onClick={() => void share()}>Compartir</Button>
}
