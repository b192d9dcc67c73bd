/** @param pattern its first group is a slug @returns null: it is another path, or an escape in it stands for nothing */
export function slugInPath(pattern: RegExp, path: string): string | null {
  const [, slug] = pattern.exec(path) ?? []
  try {
    return slug === undefined ? null : decodeURIComponent(slug)
  } catch {
    return null
  }
}
