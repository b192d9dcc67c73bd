/** A visitor whose click is counted, unless it is an administrator's. */
export interface CountedVisitor {
  address: string
  headers: Headers
  isAdministrator: boolean
}

export interface CountedLink {
  /** As Hono matches it. */
  route: string
  follow(request: Request, from: CountedVisitor): Promise<Response>
}
