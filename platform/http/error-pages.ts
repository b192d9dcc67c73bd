/** Static pages for requests whose page cannot be rendered. They need no data, so they do not show the club's name. */
import { createHash } from 'node:crypto'
import { type Language, languageTags } from '../shared/languages.ts'
import { SANDBOX_POLICY } from './security-headers.ts'

/** Value of Retry-After while the database or the media store is down. s */
export const RETRY_SECONDS = 5

/** Sent when rendering a page fails, and rendering the error page fails as well. */
export const errorPage = (requestId: string): Response =>
  staticPage(500, 'es', {
    title: 'Unexpected Application Error!',
    text: `<p>500</p><p>Algo falló de nuestro lado. Probá de nuevo en un momento. Código: ${requestId}</p>`,
  })

/** Sent while the database or the media store does not answer. */
export const unavailablePage = (language: Language, requestId: string): Response =>
  staticPage(
    503,
    language,
    language === 'en'
      ? {
          title: 'This page is not available at the moment',
          text: `<p>Please try again in a few seconds. Code: ${requestId}</p>`,
        }
      : {
          title: 'Esta página no está disponible en este momento',
          text: `<p>Probá de nuevo en unos segundos. Código: ${requestId}</p>`,
        },
    RETRY_SECONDS,
  )

/** Sent when too many pages are being rendered at the same time. @param retryAfter s */
export const busyPage = (status: 429 | 503, language: Language, retryAfter: number): Response =>
  staticPage(
    status,
    language,
    language === 'en'
      ? { title: 'There are too many requests', text: '<p>Please try again in a few seconds.</p>' }
      : { title: 'Hay demasiados pedidos', text: '<p>Probá de nuevo en unos segundos.</p>' },
    retryAfter,
  )

/** Sent when a form is larger than the limit. */
export const tooLargePage = (language: Language): Response =>
  staticPage(
    413,
    language,
    language === 'en'
      ? {
          title: 'That is too much at once',
          text: '<p>What you sent is larger than we can accept. Send it in parts.</p>',
        }
      : {
          title: 'Es demasiado de una vez',
          text: '<p>Lo que mandaste es más grande de lo que podemos recibir. Mandalo en partes.</p>',
        },
  )

/** The site's colours and line length, in system fonts. The page loads no other file. */
const STYLE = `html{background:#0b0b0c;color:#f2efe9;font:1.125rem/1.5 system-ui,sans-serif}
body{margin:0;min-height:100svh;display:grid;place-items:center start}
main{padding:clamp(1.5rem,8vw,8rem);max-width:34rem;overflow-wrap:anywhere}
h1{font-size:clamp(2rem,8vw,4rem);line-height:1;font-weight:800;margin:0 0 1.5rem}
a{color:inherit;display:inline-block;padding:.75rem 0}
a:focus-visible{outline:2px solid #ff2e1f;outline-offset:4px}`

const POLICY = `${SANDBOX_POLICY}; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** Creates a page. @param text HTML */
function staticPage(
  status: number,
  language: Language,
  { title, text }: { title: string; text: string },
  retryAfter?: number,
): Response {
  const home =
    language === 'en' ? '<a href="/en">Back to the home page</a>' : '<a href="/">Volver al inicio</a>'
  const html = `<!doctype html><html lang="${languageTags[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${text}<p>${home}</p></main></body></html>`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': POLICY,
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    },
  })
}
