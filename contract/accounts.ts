/** Users, sessions and one-time links: what goes over the wire, without zod (see schemas.ts for what validates it). */

export type UserStatus = 'active' | 'pending'

/** A user as the API shows it: never a password or its hash. `id` repeats `_id` (specification §3). */
export interface User {
  _id: string
  id: string
  email: string
  status: UserStatus
  /** Whether the person opened the link mailed to that address; false reads "sin verificar". */
  confirmed: boolean
  createdAt: string
  updatedAt: string
}

/** What local storage holds of the signed-in user. Never a password (decisions §4). */
export interface StoredUser {
  id: string
  _id: string
  email: string
}

export interface Credentials {
  email: string
  password: string
}

/** What a one-time link lets its holder do. */
export type LinkKind = 'claim' | 'sign-in' | 'confirm'

/** Sent in the address's fragment, `/login#sign-in=<token>`, which browsers send to no server and no other site. */
export const linkFragment = (kind: LinkKind, token: string): string => `#${kind}=${token}`
