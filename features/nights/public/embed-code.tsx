/** How another site shows the nights: the markup of a frame, to be copied. */
import './embed-code.css'
import { useRouteLoaderData } from 'react-router'
import { useClub } from '../../../platform/pages/club-words.ts'
import { ROOT_ID } from '../../../platform/pages/root-id.ts'
import { useWords } from '../../../platform/site-layout/page-words.ts'
import { EMBED_SIZES, frameHtml } from '../shared/nights-embed-address.ts'

/** Nothing without SITE_URL: a frame needs an address that works from anywhere. */
export function EmbedCode() {
  const { siteUrl } = useRouteLoaderData(ROOT_ID) as { siteUrl: string | null }
  const { name } = useClub().identity
  const words = useWords()
  if (siteUrl === null) return null
  const code = frameHtml({ siteUrl, slug: null, title: `Fechas de ${name}`, ...EMBED_SIZES.all })
  return (
    <details className="add-to-calendar embed-code">
      <summary className="laser-link">{words.onYourSite}</summary>
      <p>{words.onYourSiteNote}</p>
      <pre className="embed-markup mono">{code}</pre>
    </details>
  )
}
