/** One-time links: their purposes, how long they work, and their addresses. */

/** The purpose of a one-time link. */
export type LinkKind = 'claim' | 'sign-in' | 'confirm' | 'reset'

/** How long a password-reset link works. Minutes */
export const RESET_LINK_MINUTES = 30

/** How long an invitation can be accepted. Days */
export const INVITATION_DAYS = 7

/** The name of a token in the fragment of /login, or of /register for an invitation. */
export type LinkName = LinkKind | 'invitacion'

/** The path of the page where an invitation is accepted. */
export const invitationPath = (token: string): string =>
  `/register#${'invitacion' satisfies LinkName}=${token}`

/** The fragment of `/login#sign-in=<token>`. Browsers send a fragment to no server. */
export const linkFragment = (kind: LinkKind, token: string): string => `#${kind}=${token}`
