/** The pictures that ship, under the paths by which the site's words name them: for forms and programs; pages have their built files. */
import { readFile } from 'node:fs/promises'
import { SHIPPED_PICTURES } from '../../club/defaults.ts'
import { inCheckout } from '../process/paths.ts'
import { isShipped } from '../settings/server/groups.ts'
import { problemResponse } from './problem-response.ts'

/** Of the widths that each comes in, the one for looking at it in a form. px */
const WIDTH = 800

const FOLDER = inCheckout('club/pictures/')

/** Answers every method of /club/pictures/*. */
export async function shippedPicture(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  // Only what is named in the defaults: no other path is looked for.
  if (!isShipped(pathname) || (request.method !== 'GET' && request.method !== 'HEAD'))
    return problemResponse('not-found')
  const name = pathname.slice(SHIPPED_PICTURES.length, -'.jpg'.length)
  const file = await readFile(new URL(`${name}-${WIDTH}.jpg`, FOLDER)).catch(() => null)
  if (!file) return problemResponse('not-found')
  const headers = {
    'Content-Type': 'image/jpeg',
    'Content-Length': String(file.byteLength),
    // Another version may ship another picture under the same name.
    'Cache-Control': 'public, max-age=3600',
  }
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(file), { headers })
}
