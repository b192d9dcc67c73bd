/** Header, notice and footer around every public page. */
import './site.css'
import { useContext } from 'react'
import { Outlet, useRouteLoaderData } from 'react-router'
import { ROOT_ID, useClub } from '../pages/club-settings.ts'
import { PageDelivery } from '../pages/delivery/page-delivery.ts'
import type { loader } from '../pages/root-loader.ts'
import type { PreviewNote } from '../pages/shared/page-services.ts'
import { Sentence } from '../ui/sentence.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { getFallbackLang } from './page-language.ts'
import { useShellTexts } from './shell-texts.ts'
// Must come after the style sheets of header and footer, because it overrides some of their rules.
import './notice.css'
import './print.css?later'
// Imported as text, so that only previews contain this style sheet.
import previewStyles from './preview-banner.css?inline'

export default function Shell() {
  const preview = useRouteLoaderData<typeof loader>(ROOT_ID)?.preview
  return (
    <>
      <Notice />
      <Header />
      {preview && <PreviewBanner {...preview} />}
      <main id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  )
}

/** The notice of the club above every page. Its text is null while it is not shown. */
function Notice() {
  const { notice: label } = useShellTexts()
  const { notice } = useClub()
  const { text, url } = notice
  if (text === null) return null
  const lang = getFallbackLang(notice, 'text')
  return (
    <aside className="club-notice" aria-label={label}>
      {url === null ? (
        <p lang={lang}>{text}</p>
      ) : (
        <a href={url} lang={lang}>
          {text}
        </a>
      )}
    </aside>
  )
}

/** @returns a text such as «viernes 28 a las 20:00» */
function formatMoment(instant: number, timeZone: string): string {
  const day = new Intl.DateTimeFormat('es-AR', { weekday: 'long', day: 'numeric', timeZone })
  const hour = new Intl.DateTimeFormat('es-AR', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  return `${day.format(instant).replace(',', '')} a las ${hour.format(instant)}`
}

function PreviewBanner({ item, state, expiresAt }: PreviewNote) {
  const { timeZone } = useClub().identity
  const { nonce } = useContext(PageDelivery)
  return (
    <aside className="preview-banner" aria-label="Vista previa">
      <style nonce={nonce} href="preview-banner" precedence="default">
        {previewStyles}
      </style>
      <p>
        <strong>Vista previa:</strong> <Sentence>{item}</Sentence>{' '}
        {state === 'ended' ? 'ya no se muestra' : 'todavía no se publicó'}. El enlace vence el{' '}
        <time dateTime={new Date(expiresAt).toISOString()}>{formatMoment(expiresAt, timeZone)}</time>.
      </p>
    </aside>
  )
}
