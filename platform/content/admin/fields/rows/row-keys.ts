/**
 * The keys under which rows are drawn. The server gives a row its id when it is saved, and what is drawn under another key
 * would be drawn anew: with the caret somewhere else, and closed.
 */
const keys = new Map<string, string>()

export const keyOfRow = (_id: string): string => keys.get(_id) ?? _id

/** @param ids those that the server gave, by the ones under which rows were sent */
export function keepRowKeys(ids: ReadonlyMap<string, string>): void {
  for (const [sent, stored] of ids) if (sent !== stored) keys.set(stored, keyOfRow(sent))
}
