/** Users, sessions and one-time links: what goes over the wire, without zod (see schemas.ts for what validates it). */

export type UserStatus = 'active' | 'pending'

/** A user as the API shows it: never a password or its hash. `id` repeats `_id`. */
export interface User {
  _id: string
  id: string
  email: string
  /** Shown instead of the address; null: the address is. */
  name: string | null
  status: UserStatus
  /** Whether the person opened the link mailed to that address; false reads "sin verificar". */
  confirmed: boolean
  /** null: never yet. */
  lastSignInAt: string | null
  /** When they last asked for anything, with an hour's margin; null: never yet. */
  lastSeenAt: string | null
  /** Whether a code is asked for at sign-in. */
  secondFactor: boolean
  createdAt: string
  updatedAt: string
}

/** One's own sessions as the API shows them. */
export interface SessionInfo {
  _id: string
  /** The browser it was opened with, in words: "Firefox en Windows". */
  browser: string
  createdAt: string
  /** To the hour. */
  seenAt: string
  /** The one that asks. */
  current: boolean
}

/** One's own second factor as the API shows it. */
export interface SecondFactorState {
  active: boolean
  /** REQUIRE_2FA: without one there is nothing but setting one up. */
  required: boolean
  /** How many recovery codes are left. */
  recoveryCodes: number
}

/** Shown once, to set up an authenticator app: the secret in Base32, and the key URI that a QR code says. */
export interface SecondFactorOffer {
  secret: string
  uri: string
}

/** What local storage holds of the signed-in user. Never a password. */
export interface StoredUser {
  id: string
  _id: string
  email: string
}

export interface Credentials {
  email: string
  password: string
}

/** As many are made at a time; each works once. */
export const RECOVERY_CODES = 10

/** What a one-time link lets its holder do. */
export type LinkKind = 'claim' | 'sign-in' | 'confirm' | 'reset'

/** Minutes that a link to choose another password works for. */
export const RESET_LINK_MINUTES = 30

/** Days that an invitation can be accepted for. */
export const INVITATION_DAYS = 7

/** What a token is called in the fragment of the page that takes it: /login, or of an invitation /register. */
export type LinkName = LinkKind | 'invitacion'

/** The page on which an invitation is accepted. */
export const invitationPath = (token: string): string =>
  `/register#${'invitacion' satisfies LinkName}=${token}`

/** An invitation that can be accepted, as the API lists it. */
export interface Invitation {
  _id: string
  /** Who is meant; null: nobody said. */
  name: string | null
  /** Who made it: their address and their name today, and their id. */
  by: string
  byName: string | null
  userId: string
  createdAt: string
  updatedAt: string
  expiresAt: string
}

/** Told once: nobody knows the address afterwards. A path where SITE_URL is unset. */
export interface MadeInvitation {
  _id: string
  url: string
  expiresAt: string
}

/** What an invitation says to who holds it. */
export interface SeenInvitation {
  /** What who invites calls them. */
  name: string | null
  /** The name of who invites; null: they have none. */
  by: string | null
  expiresAt: string
}

/** Sent in the address's fragment, `/login#sign-in=<token>`, which browsers send to no server and no other site. */
export const linkFragment = (kind: LinkKind, token: string): string => `#${kind}=${token}`
