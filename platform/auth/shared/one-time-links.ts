/** Purposes of one-time links, their validity, and their addresses. */

/** The purpose of a one-time link. */
export type LinkKind = 'claim' | 'sign-in' | 'confirm' | 'reset'

/** Validity of a password-reset link. Minutes */
export const RESET_LINK_MINUTES = 30

/** Validity of an invitation. Days */
export const INVITATION_DAYS = 7

/** Name of a token in the fragment of /login, or of /register for an invitation. */
export type LinkName = LinkKind | 'invitacion'

/** Returns the path of the page where an invitation is accepted. */
export const invitationPath = (token: string): string =>
  `/register#${'invitacion' satisfies LinkName}=${token}`

/** Returns a fragment such as `#sign-in=<token>` for /login. Browsers do not send fragments to servers. */
export const linkFragment = (kind: LinkKind, token: string): string => `#${kind}=${token}`
