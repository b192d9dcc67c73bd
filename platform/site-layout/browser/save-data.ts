/** True when the visitor has asked the browser to use less data. */
export const isDataSaverOn = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true ||
  matchMedia('(prefers-reduced-data: reduce)').matches
