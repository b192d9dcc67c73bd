/** The calls by which one gets in; signing out is browser/sign-out.ts's. Pages load it, so it is small. */

import { call } from '../../api/client/call.ts'
import type { Credentials, SeenInvitation, User } from '../shared/accounts.ts'

export const account = {
  /** @param credentials `code`, of the second factor, once the answer asked for it */
  login: (credentials: Credentials & { code?: string }) =>
    call<User>('POST', '/auth/login', { body: credentials }),
  /** Uses a one-time link that opens a session. */
  openLink: (token: string, code = '') =>
    call<User | null>('POST', '/auth/link', { body: { token, ...(code && { code }) } }),
  /** Uses a one-time link that confirms an address. @param password of that registration */
  confirmEmail: (token: string, password: string) =>
    call<null>('POST', '/auth/link', { body: { token, password } }),
  /** Asks for a mail with a link to choose another password. */
  forgot: (email: string) => call<null>('POST', '/auth/forgot', { body: { email } }),
  /** Uses that link; opens no session. */
  resetPassword: (token: string, password: string) =>
    call<null>('POST', '/auth/reset', { body: { token, password } }),
  /** Uses the one-time link that lets its holder claim a club without administrators; opens a session. */
  claim: (token: string, credentials: Credentials) =>
    call<User>('POST', '/auth/claim', { body: { token, ...credentials } }),
  lookAtInvitation: (token: string) => call<SeenInvitation>('POST', '/invitations/look', { body: { token } }),
  /** Uses an invitation up; opens a session. */
  acceptInvitation: (token: string, chosen: Credentials & { name: string | null }) =>
    call<User>('POST', '/invitations/accept', { body: { token, ...chosen } }),
  register: (credentials: Credentials) =>
    call<User | { email: string; status: 'pending' }>('POST', '/admin', { body: credentials }),
}
