/** The nights on pages of other sites: the page in their frame, and the markup of the frame. */
import { NIGHTS_PATH } from '../../../platform/shared/public-paths.ts'

/** The one page that other sites may frame. */
const EMBED_PATH = `${NIGHTS_PATH}/embed`

/** Query key of that page: the slug of a single night. */
export const NIGHT_PARAM = 'noche'

/** Sizes of a frame with all nights, which scroll in it, and of one with a single night. px */
export const EMBED_SIZES = { all: { width: 420, height: 640 }, night: { width: 420, height: 300 } } as const

/** The source of visits from a frame. */
const EMBED_SOURCE = 'embed'

/** @param slug of one night, or null for all coming nights */
export const getEmbedPath = (slug: string | null): string =>
  slug === null ? EMBED_PATH : `${EMBED_PATH}?${new URLSearchParams({ [NIGHT_PARAM]: slug })}`

/** @param path path of an item's page. @returns the path with the source of frames */
export const parseEmbedUrl = (path: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}src=${EMBED_SOURCE}`

interface Frame {
  siteUrl: string
  /** As in `embedPath`. */
  slug: string | null
  title: string
  /** px */
  width: number
  height: number
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The markup of the frame. */
export const createFrameHtml = ({ siteUrl, slug, title, width, height }: Frame): string =>
  `<iframe src="${siteUrl}${getEmbedPath(slug)}" title="${title.replace(/[&<>"]/g, (sign) => entities[sign] as string)}" ` +
  `width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`
