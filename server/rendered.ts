/**
 * A page as it was rendered. Its text goes beside the Response, which has no body: to make one of it and to read that again
 * would cost a tenth of what rendering does.
 */
export class RenderedPage extends Response {
  readonly html: string

  constructor(html: string, { status, headers }: Pick<Response, 'status' | 'headers'>) {
    super(null, { status, headers })
    this.html = html
  }
}

/** The text of a page, or null: the response is none. Reads its body where it has one. */
export async function htmlOf(response: Response): Promise<string | null> {
  if (response instanceof RenderedPage) return response.html
  const isPage =
    response.body !== null && (response.headers.get('Content-Type') ?? '').startsWith('text/html')
  return isPage ? response.text() : null
}
