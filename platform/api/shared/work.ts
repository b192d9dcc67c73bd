/** The kinds of work for requests that no cache answers. Their costs and limits are in platform/http/work-gate.ts. */
export type Work =
  /** A file of the media store or of the build. Few of its bytes pass the main thread. */
  | 'file'
  /** A query for one row, or the comparison of a secret. */
  | 'lookup'
  /** A page, or a document of many rows. */
  | 'page'
  /** A list of items. */
  | 'list'
  /** A transaction, a check of several parts, or the check of a password. */
  | 'write'
  /** A form: a transaction, and the page or ticket that answers it. Also an edit screen, which administrators use. */
  | 'form'
  /** A list of up to thousands of names. */
  | 'names'
