/** Addresses of the page that other sites show in a frame, and the HTML of the frame. */
import { NIGHTS_PATH } from '../../../platform/shared/public-paths.ts'

/** The only page that other sites may show in a frame. */
const EMBED_PATH = `${NIGHTS_PATH}/embed`

/** Query key of the embedded page. Its value is the slug of a single night. */
export const NIGHT_PARAM = 'noche'

/** Sizes of the frame. `all` shows all nights and scrolls; `night` shows one night. px */
export const EMBED_SIZES = { all: { width: 420, height: 640 }, night: { width: 420, height: 300 } } as const

/** The source of visits that come from a frame. */
const EMBED_SOURCE = 'embed'

/** Returns the path of the page for frames. @param slug of one night, or null for all coming nights */
export const getEmbedPath = (slug: string | null): string =>
  slug === null ? EMBED_PATH : `${EMBED_PATH}?${new URLSearchParams({ [NIGHT_PARAM]: slug })}`

/** Adds the source of frames to a path, so that visits from frames are counted separately. @param path of an item's page */
export const addEmbedSource = (path: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}src=${EMBED_SOURCE}`

interface Frame {
  siteUrl: string
  /** Slug of the only night in the frame. null for all coming nights */
  slug: string | null
  title: string
  width: number
  height: number
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Returns the HTML of the frame. */
export const createFrameHtml = ({ siteUrl, slug, title, width, height }: Frame): string =>
  `<iframe src="${siteUrl}${getEmbedPath(slug)}" title="${title.replace(/[&<>"]/g, (sign) => entities[sign] as string)}" ` +
  `width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`
