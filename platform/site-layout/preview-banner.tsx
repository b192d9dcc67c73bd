/** What a preview says of itself, above the page that visitors will see. */
import { useContext } from 'react'
import { useClub } from '../pages/club-words.ts'
import { PageDelivery } from '../pages/page-delivery.ts'
import type { PreviewNote } from '../pages/page-services.ts'
// Not among the sheets of every page: few see it.
import styles from './preview-banner.css?inline'

/** «viernes 28 a las 20:00» */
function inWords(instant: number, timeZone: string): string {
  const day = new Intl.DateTimeFormat('es-AR', { weekday: 'long', day: 'numeric', timeZone })
  const hour = new Intl.DateTimeFormat('es-AR', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  return `${day.format(instant).replace(',', '')} a las ${hour.format(instant)}`
}

export function PreviewBanner({ item, state, expiresAt }: PreviewNote) {
  const { timeZone } = useClub().identity
  const { nonce } = useContext(PageDelivery)
  return (
    <aside className="preview-banner" aria-label="Vista previa">
      <style nonce={nonce} href="preview-banner" precedence="default">
        {styles}
      </style>
      <p>
        <strong>Vista previa:</strong> {item}{' '}
        {state === 'ended' ? 'ya no se muestra' : 'todavía no se publicó'}. El enlace vence el{' '}
        <time dateTime={new Date(expiresAt).toISOString()}>{inWords(expiresAt, timeZone)}</time>.
      </p>
    </aside>
  )
}
