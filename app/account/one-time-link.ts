/** One-time links lead to /login, invitations to /register, with their token in the fragment (contract/accounts/accounts.ts). */
import { INVITATION_KEY, type LinkKind } from '../../contract/accounts/accounts.ts'

export interface OneTimeLink {
  kind: LinkKind | typeof INVITATION_KEY
  token: string
}

const kinds = ['claim', 'sign-in', 'confirm', 'reset', INVITATION_KEY] as const

/** Reads `#kind=token`; null for any other fragment. */
function oneTimeLink(fragment: string): OneTimeLink | null {
  const match = /^#([\w-]+)=([^&]+)$/.exec(fragment)
  const kind = kinds.find((known) => known === match?.[1])
  return kind ? { kind, token: match?.[2] as string } : null
}

/**
 * Takes the token out of the address, so that it stays in no history and no screenshot, and keeps it with this entry of
 * the tab's history, so that a reload still has it.
 */
export function takeLink(): OneTimeLink | null {
  const link = oneTimeLink(location.hash)
  if (link) {
    keep(link)
    return link
  }
  return (history.state as { link?: OneTimeLink | null } | null)?.link ?? null
}

/** A reload shows no form for a link that was used. */
export const forgetLink = (): void => keep(null)

const keep = (link: OneTimeLink | null): void =>
  history.replaceState({ ...history.state, link }, '', location.pathname + location.search)
