/** `/share/<page>.jpg` and `/share/<folder>/<id>.jpg`, as platform/shared/public-addresses.ts writes them. */
const JPEG_PATH = /^\/share\/(?:(\w+)\/)?([\w-]+)\.jpg$/

/** @returns the folder (null: a page's image) and the name of a share image, or null for other paths */
export function shareImageAt(path: string): { folder: string | null; name: string } | null {
  const [, folder = null, name] = JPEG_PATH.exec(path) ?? []
  return name === undefined ? null : { folder, name }
}
