/**
 * Renders a page to its whole HTML: it is buffered, hashed for the CSP, compressed and cached by the server, so there
 * is nothing to stream. The server takes the contexts from here: in development Vite has a copy of its own for the pages.
 */
import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { pageContext, sheetContext } from './context.ts'
import { inlined, type SheetOf } from './inlined.ts'
import { postponed, type When } from './postponed.ts'

export { mailContext, pageContext, readerContext, sheetContext, siteContext } from './context.ts'

/** Not used for pages, which never stream; bounds what a `.data` answer may wait for. */
export const streamTimeout = 5_000

function renderWhole(request: Request, entry: EntryContext): Promise<{ page: Buffer; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe } = renderToPipeableStream(<ServerRouter context={entry} url={request.url} />, {
      onAllReady() {
        const chunks: Buffer[] = []
        const whole = new Writable({
          write(chunk: Buffer, _encoding, done) {
            chunks.push(chunk)
            done()
          },
          final(done) {
            resolve({ page: Buffer.concat(chunks), failed })
            done()
          },
        })
        pipe(whole.on('error', reject))
      },
      onShellError: reject,
      onError(error) {
        failed = true
        console.error(error)
      },
    })
  })
}

/**
 * What is looked for and put in is ASCII, or bytes of a file: a page read as one character a byte is half as long to look
 * through as its text, and is not decoded and encoded once more.
 */
const finished = (page: Buffer, sheet: SheetOf, when: When): Buffer =>
  Buffer.from(postponed(inlined(page.toString('latin1'), sheet), when), 'latin1')

/** When the page wants its framework: a route that needs it sooner than the visitor does says so by its `handle`. */
function whenOf({ staticHandlerContext, routeModules }: EntryContext): When | 'at once' {
  const wishes = staticHandlerContext.matches.map(
    ({ route }) => (routeModules[route.id]?.handle as Handle | undefined)?.framework,
  )
  return wishes.find((wish) => wish !== undefined) ?? 'asked'
}

interface Handle {
  framework?: 'at once' | 'shown'
}

/** The page itself goes to `pageContext`. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  contexts: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { page, failed } = await renderWhole(request, entry)
  // Vite's own client, with what it replaces as one saves, starts in its own way.
  const sheet = contexts.get(sheetContext)
  const when = sheet ? whenOf(entry) : 'at once'
  contexts.get(pageContext).page = !sheet || when === 'at once' ? page : finished(page, sheet, when)
  return new Response(null, { status: failed && status < 400 ? 500 : status, headers })
}
