/**
 * Stores the last summary of the inbox. Menus on every screen show the number of unread messages. Features read further
 * fields, and declare their types themselves.
 */
import { useSyncExternalStore } from 'react'
import { inbox } from './feature-parts.ts'

interface Summary {
  unread: number
}

let known: Summary | null = null
const listeners = new Set<() => void>()

/**
 * Loads the summary again. If the request fails the last answer stays, because screens report themselves that the API
 * cannot be reached.
 */
export async function refreshSummary(): Promise<void> {
  const answer = await inbox?.loadSummary()
  if (answer?.ok) setSummary(answer.value)
}

/** Stores a summary that was part of another answer. */
export function setSummary(summary: Summary): void {
  known = summary
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** @returns the last summary, or null before the first answer */
export const useSummary = <T extends Summary = Summary>(): T | null =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => null,
  ) as T | null
