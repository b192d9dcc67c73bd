/** Creates random tokens of sessions and one-time links. The user has the token, and the database its hash. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits as base64url, 43 characters. */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** Matches the tokens of `createToken`. */
export const TOKEN = /^[\w-]{43}$/

/**
 * Returns the SHA-256 in hexadecimal. A fast hash is enough: unlike a password, a random token cannot be guessed from its
 * hash.
 */
export const hashToken = (token: string): string => hash('sha256', token, 'hex')

/** Compares two secrets in constant time. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'))
