/** The page that visitors see when rendering has failed. */
import './heartbeat-line.css'
import { isRouteErrorResponse } from 'react-router'
import { ChunkError } from '../api/client/load-chunk.ts'
import { HeartbeatLine } from './heartbeat-line.tsx'
import { useLanguage } from './page-language.ts'

function getWords(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    const detail = typeof error.data === 'string' && error.data !== '' ? `: ${error.data}` : ''
    return `${error.status} ${error.statusText}${detail}`
  }
  return error instanceof Error ? error.message : String(error)
}

/** Its links load a new document instead of navigating, because the scripts of this page may be the cause of the error. */
export function ErrorPage({ error }: { error: unknown }) {
  const isInEnglish = useLanguage() === 'en'
  return (
    <main className="flat">
      <HeartbeatLine />
      <h1 className="flat-title" lang="en">
        Unexpected Application Error!
      </h1>
      <p className="mono">{getWords(error)}</p>
      <p className="flat-text">
        {isInEnglish
          ? 'Something cut out. Try again in a moment.'
          : 'Algo se cortó. Probá de nuevo en un momento.'}
      </p>
      {/* The missing file may be available by now. */}
      {error instanceof ChunkError && (
        <a className="flat-home" href={location.pathname + location.search}>
          Probar de nuevo
        </a>
      )}
      <a className="flat-home" href={isInEnglish ? '/en' : '/'}>
        {isInEnglish ? 'Back to the home page' : 'Volver al inicio'}
      </a>
    </main>
  )
}
