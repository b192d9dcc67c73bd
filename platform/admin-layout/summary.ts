/**
 * The last answer of `GET /messages/summary`. Menus on every screen show its unread messages. Features read the other fields,
 * with the type that they declare for it.
 */
import { useSyncExternalStore } from 'react'
import { adminApi } from './admin-api.ts'

interface Summary {
  /** Number of unread messages. */
  unread: number
}

let known: Summary | null = null
const listeners = new Set<() => void>()

/** The last answer stays when the request fails: screens report by themselves that the API cannot be reached. */
export async function refreshSummary(): Promise<void> {
  const answer = await adminApi.get('/messages/summary')
  if (answer.ok) setSummary(answer.value)
}

/** Takes a summary that came with another answer. */
export function setSummary(summary: Summary): void {
  known = summary
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** @returns null until the first answer */
export const useSummary = <T extends Summary = Summary>(): T | null =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => null,
  ) as T | null
