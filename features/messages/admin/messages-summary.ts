/** How many messages wait to be read and whether mail goes out: menus show it, on every page of the back office. */
import { useSyncExternalStore } from 'react'
import { asAdministrator } from '../../../platform/admin-layout/session-end.ts'
import { call } from '../../../platform/api/client/call.ts'
import type { MessageSummary } from '../shared/messages.ts'

let known: MessageSummary | null = null
const listeners = new Set<() => void>()

/** Asks again. When that fails the last answer stays: screens say by themselves that the API cannot be reached. */
export async function refreshSummary(): Promise<void> {
  const answer = await asAdministrator(call<MessageSummary>('GET', '/messages/summary'))
  if (answer.ok) takeSummary(answer.value)
}

/** What came with something else. */
export function takeSummary(summary: MessageSummary): void {
  known = summary
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** null until the first answer. */
export const useSummary = (): MessageSummary | null =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => null,
  )
