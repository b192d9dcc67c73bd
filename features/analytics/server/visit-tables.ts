/** Tables of visits and of clicks on ticket links. */

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    visits: VisitsTable
    clicks: ClicksTable
  }
}

/** Page views per day, page and source. */
interface VisitsTable {
  /** `YYYY-MM-DD` in the club's zone. */
  day: string
  path: string
  /** Where visitors came from. '' when unknown. */
  source: string
  count: number
}

/** Clicks on the ticket links of nights, per day and source. */
interface ClicksTable {
  /** `YYYY-MM-DD` in the club's zone. */
  day: string
  /** The night's id. */
  event: string
  /** `_id` of the offer, or 'url' for the link of the night itself. */
  offer: string
  /** Where visitors came from. '' when unknown. */
  source: string
  count: number
}

export {}
