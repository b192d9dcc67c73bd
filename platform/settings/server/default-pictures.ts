/** Serves the default pictures of club/ to forms and API clients. Public pages use built files instead. */
import { readFile } from 'node:fs/promises'
import { SHIPPED_PICTURES } from '../../../club/defaults.ts'
import { isDefaultPicture } from '../../content/server/settings-rows.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { resolveInCheckout } from '../../process/paths.ts'

/** Width of the served pictures. Each exists in several widths, and this one suits forms. px */
const WIDTH = 800

const FOLDER = resolveInCheckout('club/pictures/')

/** Answers every method of /club/pictures/*. */
export async function serveDefaultPicture(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  // The path must be in the default settings. No other path can reach the disk.
  if (!isDefaultPicture(pathname) || (request.method !== 'GET' && request.method !== 'HEAD'))
    return problemResponse('not-found')
  const name = pathname.slice(SHIPPED_PICTURES.length, -'.jpg'.length)
  const file = await readFile(new URL(`${name}-${WIDTH}.jpg`, FOLDER)).catch(() => null)
  if (!file) return problemResponse('not-found')
  const headers = {
    'Content-Type': 'image/jpeg',
    'Content-Length': String(file.byteLength),
    // The time is short, because a later release may contain another picture under the same name.
    'Cache-Control': 'public, max-age=3600',
  }
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(file), { headers })
}
