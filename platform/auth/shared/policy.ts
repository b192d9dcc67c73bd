/**
 * Permissions: which principals may do what. Every route of the API has one. The table has those of the platform, and each
 * feature has its own beside its routes.
 */
import type { ProblemId } from '../../api/shared/problems.ts'

/** The sender of a request. A new kind needs a member here, a case in `getPrincipal`, and grants in the table. */
type Principal =
  | { kind: 'visitor' }
  /** The request has a session cookie, and its session has ended. */
  | { kind: 'expired-session' }
  | { kind: 'administrator'; user: { id: string } }
  /** REQUIRE_2FA is set, and this administrator has not set up a second factor. */
  | { kind: 'administrator-without-second-factor'; user: { id: string } }

type Kind = Principal['kind']
type Of<K extends Kind> = Extract<Principal, { kind: K }>

/**
 * Decides whether a principal holds the permission.
 * @param params of the route's path, so that a grant can be limited to one item
 */
type Grant<K extends Kind> = (principal: Of<K>, params: Record<string, string>) => boolean

const always = (): true => true

/** The grants of one permission. The type requires that administrators hold every permission. */
export type Permission = { readonly administrator: typeof always } & { readonly [K in Kind]?: Grant<K> }

const ownUser = ({ user }: { user: { id: string } }, { id }: Record<string, string>): boolean =>
  id === user.id

export const administrators = { administrator: always }
export const anyone = {
  visitor: always,
  'expired-session': always,
  'administrator-without-second-factor': always,
  administrator: always,
}

export const permissions = {
  /** Covers health checks and the description of the API. */
  'service.read': anyone,
  /** Anyone may call the route, which itself compares the token METRICS_TOKEN. */
  'metrics.read': anyone,
  'content.read': anyone,
  /** Covers drafts, scheduled and ended items, and settings that are only for administrators. */
  'content.read-hidden': administrators,
  'content.write': administrators,
  'content.order': administrators,
  'content.preview': administrators,
  'media.upload': administrators,
  'history.read': administrators,
  'history.restore': administrators,
  'trash.read': administrators,
  'trash.purge': administrators,
  'settings.read': anyone,
  'settings.write': administrators,
  /** Covers sign-in, one-time links, invitations and password resets. */
  'account.sign-in': anyone,
  'account.sign-out': anyone,
  /** Covers one's own sessions and second factor. */
  'account.manage': { administrator: always, 'administrator-without-second-factor': always },
  /**
   * Visitors register and wait for approval. An expired session is refused: its administrator wants to add a user, not to
   * register.
   */
  'users.create': { visitor: always, administrator: always },
  'users.list': administrators,
  'users.read': { administrator: always, 'administrator-without-second-factor': ownUser },
  'users.update': { administrator: always, 'administrator-without-second-factor': ownUser },
  'users.delete': administrators,
  /** Covers resets of a colleague's password or second factor. */
  'users.recover': administrators,
  'invitations.read': administrators,
  'invitations.write': administrators,
} satisfies Record<string, Permission>

/** A permission that visitors hold. Only principals with a session hold the others. */
export type PublicPermission = Permission & { readonly visitor: Grant<'visitor'> }

export const needsSession = ({ visitor }: Permission): boolean => visitor === undefined

/** True when administrators hold a permission even before they have set up a required second factor, for all items. */
export const isOpenBeforeSecondFactor = (permission: Permission): boolean =>
  permission['administrator-without-second-factor'] === always

export interface Identity {
  user: { id: string } | null
  /** The session cookie's token, also when its session has ended. */
  token: string | null
  owesSecondFactor: boolean
}

function getPrincipal({ user, token, owesSecondFactor }: Identity): Principal {
  if (user) return { kind: owesSecondFactor ? 'administrator-without-second-factor' : 'administrator', user }
  return { kind: token ? 'expired-session' : 'visitor' }
}

/** @returns the problem of a refusal; null when the sender holds the permission */
export function getRefusal(
  identity: Identity,
  permission: Permission,
  params: Record<string, string> = {},
): ProblemId | null {
  const principal = getPrincipal(identity)
  // The cast is needed because TypeScript cannot relate the principal to the grant of its kind.
  const grant = permission[principal.kind] as Grant<Kind> | undefined
  if (grant?.(principal, params)) return null
  return principal.kind === 'administrator-without-second-factor' ? 'second-factor-needed' : 'sign-in-needed'
}
