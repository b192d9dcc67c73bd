/**
 * A page as it was rendered. Its bytes go beside the Response, which has no body: to make one of it and to read that again
 * would cost a tenth of what rendering does.
 */
export class RenderedPage extends Response {
  readonly page: Buffer

  constructor(page: Buffer, { status, headers }: Pick<Response, 'status' | 'headers'>) {
    super(null, { status, headers })
    this.page = page
  }
}

/** The bytes of a page, or null: the response is none. Reads its body where it has one. */
export async function pageOf(response: Response): Promise<Buffer | null> {
  if (response instanceof RenderedPage) return response.page
  const isPage =
    response.body !== null && (response.headers.get('Content-Type') ?? '').startsWith('text/html')
  return isPage ? Buffer.from(await response.arrayBuffer()) : null
}
