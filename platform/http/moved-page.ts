import type { Sender } from './work-gate.ts'

/**
 * Finds the new address of a page that does not exist. Called for GET and HEAD only. Must not throw, because the visitor then
 * gets an error instead of the page /404.
 * @returns a path of this site or an http address, as a value of `Location`. null: the page has not moved
 */
export type FindMovedPage = (request: Request, sender: Sender) => Promise<string | null>
