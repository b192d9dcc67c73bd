/** Creates the headers of paged lists: the total, and links to other pages. */

/**
 * @param path of the list
 * @param query of the request, in the order of the links. Blank values are left out
 */
export function createPageHeaders(
  path: string,
  query: { limit: number; page: number } & Record<string, string | number | undefined>,
  total: number,
): Record<string, string> {
  const { limit, page } = query
  const last = Math.max(1, Math.ceil(total / limit))
  const to = (rel: string, number: number) => {
    const all: Record<string, string | number | undefined> = { ...query, page: number }
    const pairs = Object.entries(all).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    )
    return `<${path}?${new URLSearchParams(pairs)}>; rel="${rel}"`
  }
  // Links as in RFC 8288, with the relations of RFC 5005.
  const links = [
    ...(page > 1 ? [to('first', 1), to('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [to('next', page + 1), to('last', last)] : []),
  ]
  return { 'X-Total-Count': String(total), ...(links.length > 0 && { Link: links.join(', ') }) }
}
