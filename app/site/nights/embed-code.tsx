/** How another site shows the nights: the markup of a frame, to be copied. */
import './embed-code.css'
import { useRouteLoaderData } from 'react-router'
import { EMBED_SIZES, frameHtml } from '../../../contract/embed.ts'
import { useClub } from '../../club-words.ts'

/** Nothing without SITE_URL: a frame needs an address that works from anywhere. */
export function EmbedCode() {
  const { siteUrl } = useRouteLoaderData('root') as { siteUrl: string | null }
  const { name } = useClub().identity
  if (siteUrl === null) return null
  const code = frameHtml({ siteUrl, slug: null, title: `Fechas de ${name}`, ...EMBED_SIZES.all })
  return (
    <details className="add-to-calendar embed-code">
      <summary className="laser-link">Las fechas en tu página</summary>
      <p>
        ¿Tenés un bar, una radio, una productora? Pegá esto en tu página: muestra las próximas noches, se
        actualiza solo y no sigue a nadie.
      </p>
      <pre className="embed-markup mono">{code}</pre>
    </details>
  )
}
