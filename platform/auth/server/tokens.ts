/** Secrets that open a session or a one-time link: the person holds the token, the database its hash. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits as base64url, 43 characters. */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** What `createToken` makes. */
export const TOKEN = /^[\w-]{43}$/

/** SHA-256 in hexadecimal. Fast on purpose: unlike a password, a random token cannot be guessed from its hash. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex')

/** Takes as long whatever differs, and however much. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'))
