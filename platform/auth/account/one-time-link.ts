/**
 * Reads one-time links in the browser. The token is in the fragment of /login, or of /register for an invitation
 * (platform/auth/shared/one-time-links.ts).
 */
import type { LinkName } from '../shared/one-time-links.ts'

export interface OneTimeLink {
  kind: LinkName
  token: string
}

/** Parses a fragment `#kind=token`. null for any other fragment */
function oneTimeLink(fragment: string): OneTimeLink | null {
  const match = /^#(claim|sign-in|confirm|reset|invitacion)=([^&]+)$/.exec(fragment)
  return match ? { kind: match[1] as LinkName, token: match[2] as string } : null
}

/**
 * Moves the token of a one-time link from the address to the state of the history entry. Browsing history and screenshots
 * then do not contain the token, and a reload still has it.
 * @returns the link of the address or of the history entry; null when there is none
 */
export function takeLink(): OneTimeLink | null {
  const link = oneTimeLink(location.hash)
  if (link) {
    keep(link)
    return link
  }
  return (history.state as { link?: OneTimeLink | null } | null)?.link ?? null
}

/** Removes a used link from the history entry, so that a reload shows no form for it. */
export const forgetLink = (): void => keep(null)

const keep = (link: OneTimeLink | null): void =>
  history.replaceState({ ...history.state, link }, '', location.pathname + location.search)
