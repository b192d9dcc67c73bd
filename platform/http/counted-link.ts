/** The sender of a click. Clicks of administrators are not counted. */
export interface CountedVisitor {
  address: string
  headers: Headers
  isAdministrator: boolean
}

export interface CountedLink {
  /** Path of the link, as a pattern of Hono. */
  route: string
  follow(request: Request, from: CountedVisitor): Promise<Response>
}
