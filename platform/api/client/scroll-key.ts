import type { Location } from 'react-router'

/** Key that React Router gives to the first location of every document. */
const FIRST = 'default'
const STATE_KEY = 'documentKey'

let documentKey: string | null = null

/** Names the document after the time of its start. The history entry stores the name, so it survives a reload. */
function nameDocument(): string {
  const known: unknown = history.state?.[STATE_KEY]
  if (typeof known === 'string') return known
  const name = String(performance.timeOrigin)
  history.replaceState({ ...history.state, [STATE_KEY]: name }, '')
  return name
}

/**
 * Returns the key under which React Router stores a scroll position. All documents would share the key of the first
 * location, and a new document would start at the scroll position of the previous one. So the key of the first location is
 * replaced by the document's name.
 */
export function scrollKey({ key }: Location): string {
  if (key !== FIRST) return key
  documentKey ??= nameDocument()
  return documentKey
}
