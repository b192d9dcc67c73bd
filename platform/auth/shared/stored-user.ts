import type { User } from './accounts.ts'

/** The signed-in user in local storage, without password. */
export type StoredUser = Pick<User, 'id' | '_id' | 'email'>

/** Longest stored value that is parsed, in characters. An e-mail address has at most 254. */
const STORED_MAX = 2_000

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * Parses the local-storage value of the signed-in user. All parts of the site recognise a stored user with this function.
 * null for any other value, such as one without an id, with which no call can load the user.
 */
export function parseStoredUser(text: string | null): StoredUser | null {
  if (text === null || text.length > STORED_MAX) return null
  try {
    const { id, email } = (JSON.parse(text) ?? {}) as Record<string, unknown>
    return isText(id) && isText(email) ? { _id: id, id, email } : null
  } catch {
    return null
  }
}
