/** Hashes passwords with argon2id, and refuses common ones. There are no composition rules. */
import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { PASSWORD_MIN } from '../../shared/limits.ts'

const require = createRequire(import.meta.url)
const argon2 = promisify(argon2Callback)

/** Cost from the OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. Memory in KiB */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/**
 * Number of hashes that run at the same time. Each takes 19 MiB and one of four threads of Node's pool, which files need
 * too.
 */
const AT_ONCE = 2

const COMMON_COUNT = 3000

/** The COMMON_COUNT most common passwords that have the minimum length, in lower case. Shorter ones are refused anyway. */
let common: Set<string> | undefined

function commonPasswords(): Set<string> {
  // The list of half a megabyte is read with the first new password, so that the start stays fast.
  const ranked = require('@zxcvbn-ts/language-common/src/passwords.json') as string[]
  return new Set(ranked.filter((password) => password.length >= PASSWORD_MIN).slice(0, COMMON_COUNT))
}

/** True for a common password. Case does not count, because attackers try Password1 right after password1. */
export function isCommonPassword(password: string): boolean {
  common ??= commonPasswords()
  return common.has(normalize(password).toLowerCase())
}

/**
 * Hashes a password.
 * @param password the caller has checked its length and that it is not common
 * @returns a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$tag`
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return toPhc({ ...COST, salt, tag: await derive(password, { ...COST, salt, tagLength: TAG_BYTES }) })
}

/**
 * Compares a password with a hash.
 * @param phc result of `hashPassword`, also with an older cost. null for an unknown user: this costs the same work, so the
 * response time does not reveal which addresses exist
 * @throws when `phc` is not such a string
 */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const known = fromPhc(phc ?? NOBODY)
  const tag = await derive(password, { ...known, tagLength: known.tag.length })
  return timingSafeEqual(tag, known.tag) && phc !== null
}

/** Makes equal characters of different keyboards equal (NIST SP 800-63B §3.1.1.2). */
const normalize = (password: string): string => password.normalize('NFKC')

interface Hash {
  memory: number
  passes: number
  parallelism: number
  salt: Buffer
  tag: Buffer
}

const derive = (password: string, cost: Omit<Hash, 'tag'> & { tagLength: number }): Promise<Buffer> =>
  runOneAtATime(() =>
    argon2('argon2id', {
      message: normalize(password),
      nonce: cost.salt,
      memory: cost.memory,
      passes: cost.passes,
      parallelism: cost.parallelism,
      tagLength: cost.tagLength,
    }),
  )

const waiting: (() => void)[] = []
let running = 0

/** Runs AT_ONCE hashes at a time, in the order of the calls. This bounds the memory of many parallel requests. */
async function runOneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The next waiting call gets this place, before any new call.
    if (next) next()
    else running--
  }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const toPhc = ({ memory, passes, parallelism, salt, tag }: Hash): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

const PHC =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,8}),t=([1-9]\d{0,3}),p=([1-9]\d{0,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

function fromPhc(phc: string): Hash {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(phc) ?? []
  if (!salt || !tag) throw new Error('A stored password hash is not an argon2id PHC string')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

const NOBODY = toPhc({ ...COST, salt: Buffer.alloc(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) })
