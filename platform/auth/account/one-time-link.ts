/** One-time links lead to /login, invitations to /register, with their token in the fragment (platform/auth/shared/one-time-links.ts). */
import type { LinkName } from '../shared/one-time-links.ts'

export interface OneTimeLink {
  kind: LinkName
  token: string
}

/** Reads `#kind=token`; null for any other fragment. */
function oneTimeLink(fragment: string): OneTimeLink | null {
  const match = /^#(claim|sign-in|confirm|reset|invitacion)=([^&]+)$/.exec(fragment)
  return match ? { kind: match[1] as LinkName, token: match[2] as string } : null
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
