/** The calls about oneself and one's colleagues: only their screens load them. */

import { asAdministrator } from '../../admin-layout/session-end.ts'
import { api } from '../../api/client/api-client.ts'
import { call } from '../../api/client/call.ts'
import { part } from '../../api/client/reader.ts'
import { account } from '../client/account.ts'
import { readUser } from '../client/session.ts'
import type { Invitation, MadeInvitation, SecondFactorOffer, SessionInfo, User } from '../shared/accounts.ts'

interface ChangeCredentials {
  currentPassword: string
  code: string
}

interface RecoveryCodes {
  recoveryCodes: string[]
}

export const userCalls = {
  list: () => asAdministrator(api.users()),
  add: (credentials: { email: string; password: string }) => asAdministrator(account.register(credentials)),
  rename: (id: string, name: string | null) => asAdministrator(api.updateUser(id, { name })),
  approve: (id: string) => asAdministrator(api.updateUser(id, { status: 'active' })),
  remove: ({ _id, status }: User) => asAdministrator(api.removeUser(_id, status)),
  /** A link for a colleague who forgot their password; it is not told again. */
  resetLink: (id: string) => asAdministrator(call<{ link: string }>('POST', `/admin/${part(id)}/reset-link`)),
  invite: (name: string | null) =>
    asAdministrator(call<MadeInvitation>('POST', '/invitations', { body: { name } })),
  invitations: () => asAdministrator(call<Invitation[]>('GET', '/invitations')),
  revokeInvitation: (id: string) => asAdministrator(call<null>('DELETE', `/invitations/${part(id)}`)),
  resetSecondFactor: (id: string) => asAdministrator(call<null>('DELETE', `/admin/${part(id)}/totp`)),
}

export const accountCalls = {
  user: () => asAdministrator(api.user(readUser()?.id ?? '')),
  update: (id: string, change: { email?: string; password?: string; currentPassword: string }) =>
    asAdministrator(api.updateUser(id, change)),
  sessions: () => asAdministrator(call<SessionInfo[]>('GET', '/auth/sessions')),
  endSession: (id: string) => asAdministrator(call<null>('DELETE', `/auth/sessions/${part(id)}`)),
  endOtherSessions: () => asAdministrator(call<null>('DELETE', '/auth/sessions')),
  begin: (currentPassword: string) =>
    asAdministrator(call<SecondFactorOffer>('POST', '/auth/totp', { body: { currentPassword } })),
  confirm: (code: string) => asAdministrator(call<RecoveryCodes>('PUT', '/auth/totp', { body: { code } })),
  renewCodes: (credentials: ChangeCredentials) =>
    asAdministrator(call<RecoveryCodes>('POST', '/auth/totp/codes', { body: credentials })),
  turnOff: (credentials: ChangeCredentials) =>
    asAdministrator(call<null>('POST', '/auth/totp/off', { body: credentials })),
}
