/** Asserts that a request was refused: the answer is a problem document, and the data is unchanged. */
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import {
  type ProblemDetails,
  type ProblemId,
  problems,
  problemType,
} from '../../platform/api/shared/problems.ts'
import { migrationNames } from '../../platform/db/migrate.ts'
import { readSchemaAt } from '../../platform/db/schema.ts'
import type { TestClub } from './club.ts'

/**
 * Asserts that an answer is the given problem, with all its members and with a message for users.
 * @param fields names of the invalid fields, in the order of the answer
 */
export async function expectProblem(
  response: Response,
  id: ProblemId,
  fields?: string[],
): Promise<ProblemDetails> {
  const body = (await response.json()) as ProblemDetails
  expect(body).toMatchObject({
    type: problemType(id),
    status: problems[id].status,
    title: problems[id].title,
  })
  expect(response.status).toBe(problems[id].status)
  expect(response.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(response.headers.get('WWW-Authenticate') !== null).toBe(response.status === 401)
  expect(body.detail).toMatch(/^[A-ZÁÉÍÓÚÑ].+[.!]$/)
  expect(Object.keys(body)).not.toContain('stack')
  if (fields) expect(body.errors?.map(({ field }) => field) ?? []).toEqual(fields)
  for (const { message } of body.errors ?? []) expect(message).toMatch(/^[A-ZÁÉÍÓÚÑ].+[.!]$/)
  return body
}

/** Tables that a refused request may change: counters of attempts, and sessions. */
const VOLATILE_TABLES = ['throttles', 'sessions']

/** Keys of `settings` rows that background work may write at any time. */
const BACKGROUND_KEYS = ['"media-removal"', '"failures"', '"leader"']

/** Returns all stored data: the rows of the tables, and the names of the files. */
async function readAllData({ database, env }: Pick<TestClub, 'database' | 'env'>): Promise<unknown> {
  const tables = (await readSchemaAt(migrationNames.at(-1) as string))
    .map(({ name }) => name)
    .filter((name) => !VOLATILE_TABLES.includes(name))
  const rows: Record<string, unknown> = {}
  for (const name of tables) {
    const result = await sql`select * from ${sql.table(name)}`.execute(database.read)
    rows[name] = result.rows
      .map((row) => JSON.stringify(row))
      .filter((row) => !BACKGROUND_KEYS.some((note) => row.includes(`"key":${note}`)))
      .sort()
  }
  const files = (await readdir(env.mediaUrl, { recursive: true })).sort()
  return { rows, files }
}

/** Runs `work` and asserts that all stored data is the same afterwards. @returns the result of `work` */
export async function changesNothing<T>(
  club: Pick<TestClub, 'database' | 'env'>,
  work: () => Promise<T>,
): Promise<T> {
  const before = await readAllData(club)
  const result = await work()
  expect(await readAllData(club)).toEqual(before)
  return result
}
