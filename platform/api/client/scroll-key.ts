import type { Location } from 'react-router'

/** React Router gives this key to the first location of every document. */
const FIRST = 'default'
const STATE_KEY = 'documentKey'

let documentKey: string | null = null

/** Names a document in its history entry, where the name survives a reload. */
function nameDocument(): string {
  const known: unknown = history.state?.[STATE_KEY]
  if (typeof known === 'string') return known
  const name = String(performance.timeOrigin)
  history.replaceState({ ...history.state, [STATE_KEY]: name }, '')
  return name
}

/**
 * The key under which React Router keeps a scroll position. Without a name of its own, a new document would start at the
 * position of the document before it in the same tab.
 */
export function scrollKey({ key }: Location): string {
  if (key !== FIRST) return key
  documentKey ??= nameDocument()
  return documentKey
}
