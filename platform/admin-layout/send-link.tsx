/** Buttons that send a secret link to a person. */
import { type ComponentProps, type Ref, useRef } from 'react'
import { Button } from './button.tsx'
import { Copy } from './share-actions.tsx'

interface SendLinkProps {
  message: string
  url: string
  label?: string
  copyLabel?: string
  ref?: Ref<HTMLAnchorElement>
}

/** Sends a link by WhatsApp or by another app of the device, or copies it. @param ref of the link to WhatsApp */
export const SendLink = ({
  message,
  url,
  label = 'Mandar por WhatsApp',
  copyLabel = 'Copiar enlace',
  ref,
}: SendLinkProps) => (
  <div className="screen-actions">
    <WhatsAppLink text={`${message} ${url}`} className="button button-strong" ref={ref}>
      {label}
    </WhatsAppLink>
    <ShareSheet message={message} url={url} />
    <Copy text={url} label={copyLabel} />
  </div>
)

/** Opens WhatsApp with a text. The administrator chooses the recipient there. */
export const WhatsAppLink = ({ text, ...link }: { text: string } & ComponentProps<'a'>) => (
  <a className="button" {...link} href={whatsappLink(text)} target="_blank" rel="noreferrer" />
)

export const whatsappLink = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`

/** A button that opens the share sheet of the device. Browsers without one show the link for copying. */
function ShareSheet({ message, url }: { message: string; url: string }) {
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
