/** The table of unknown addresses. The list of redirects is one row of `settings`. */

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    unknownAddresses: UnknownAddressesTable
  }
}

interface UnknownAddressesTable {
  /** Without query and without a slash at the end. */
  path: string
  count: number
  /** Time of the last request. ms since 1970 */
  lastAt: number
}

export {}
