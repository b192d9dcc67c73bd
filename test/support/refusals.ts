/** Assertions about refused requests: the problem document, and unchanged data. */
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import {
  type ProblemDetails,
  type ProblemId,
  problems,
  problemType,
} from '../../platform/api/shared/problems.ts'
import type { TestClub } from './club.ts'

/**
 * Asserts that an answer is this problem document, complete and with a message for users.
 * @param fields the invalid fields that it contains, in this order
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
  expect(body.detail).toMatch(/^[A-ZÁÉÍÓÚÑ].+[.!]$/)
  expect(Object.keys(body)).not.toContain('stack')
  if (fields) expect(body.errors?.map(({ field }) => field) ?? []).toEqual(fields)
  for (const { message } of body.errors ?? []) expect(message).toMatch(/^[A-ZÁÉÍÓÚÑ].+[.!]$/)
  return body
}

/** Tables that may change with a refusal: counters of attempts, and sessions. */
const MOVING = ['throttles', 'sessions', 'kysely_migration', 'kysely_migration_lock']

/** Rows of `settings` that processes write at any time. */
const NOTES = ['"media-removal"', '"failures"', '"leader"']

/** All stored data: the rows of its tables and the names of its files. */
async function everything({ database, env }: Pick<TestClub, 'database' | 'env'>): Promise<unknown> {
  const tables = (await database.read.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !MOVING.includes(name) && !/Words(_|$)/.test(name))
    .sort()
  const rows: Record<string, unknown> = {}
  for (const name of tables) {
    const result = await sql`select * from ${sql.table(name)}`.execute(database.read)
    rows[name] = result.rows
      .map((row) => JSON.stringify(row))
      .filter((row) => !NOTES.some((note) => row.includes(`"key":${note}`)))
      .sort()
  }
  const files = (await readdir(env.mediaUrl, { recursive: true })).sort()
  return { rows, files }
}

/** Runs `work` and asserts that all stored data is unchanged. @returns the result of `work` */
export async function changesNothing<T>(
  club: Pick<TestClub, 'database' | 'env'>,
  work: () => Promise<T>,
): Promise<T> {
  const before = await everything(club)
  const result = await work()
  expect(await everything(club)).toEqual(before)
  return result
}
