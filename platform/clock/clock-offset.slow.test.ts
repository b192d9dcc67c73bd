/** Tests which clocks count as those of another machine. */
import { sql } from 'kysely'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { createPostgresDatabase } from '../../test/support/empty-databases.ts'
import { connect } from '../db/connect.ts'
import { isSeparateHost, listRemoteClocks } from './clock-offset.ts'

const MINUTE_S = 60

const disposals: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose()
})

/** A PostgreSQL that seems to run on another machine, as one in another container does. It has run for an hour. */
async function containerDatabase() {
  const place = await createPostgresDatabase(inject('postgresUrl'))
  disposals.push(place.dispose)
  const url = new URL(place.databaseUrl as string)
  url.searchParams.set('options', '-c search_path=public,pg_catalog')
  const database = connect({ ...place, databaseUrl: url.href })
  disposals.push(database.close)
  await sql`create function public.inet_client_addr() returns inet language sql as
    $$ select inet '172.18.0.3' $$`.execute(database.read)
  await sql`create function public.pg_postmaster_start_time() returns timestamptz language sql as
    $$ select clock_timestamp() - interval '1 hour' $$`.execute(database.read)
  return database
}

test.each([
  ['30 minutes', 30 * MINUTE_S, true],
  ['as long as PostgreSQL', 60 * MINUTE_S, false],
  ['a few seconds less than PostgreSQL', 60 * MINUTE_S - 20, false],
  ['two hours', 120 * MINUTE_S, false],
])('beside a machine that has run for %s, PostgreSQL counts as separate: %s', async (_, uptime, expected) => {
  const database = await containerDatabase()
  const clocks = listRemoteClocks({ mediaUrl: '/media', backupTo: null }, database, () => uptime)
  expect(await clocks[0]?.compare(Date.now)).toMatchObject({ whose: 'PostgreSQL', isSeparate: expected })
})

test('does not count PostgreSQL at this machine’s address as separate, however long it has run', async () => {
  const place = await createPostgresDatabase(inject('postgresUrl'))
  disposals.push(place.dispose)
  const database = connect(place)
  disposals.push(database.close)
  const clocks = listRemoteClocks({ mediaUrl: '/media', backupTo: null }, database, () => -MINUTE_S * 60)
  expect(await clocks[0]?.compare(Date.now)).toMatchObject({ isSeparate: false })
})

describe('a bucket is separate', () => {
  test.each([
    ['198.41.0.4', true],
    ['[2001:500:2::c]', true],
    ['10.0.0.7', false],
    ['172.18.0.3', false],
    ['192.168.1.9', false],
    ['127.0.0.1', false],
    ['[::1]', false],
    ['[fd12::3]', false],
    ['[::ffff:10.0.0.7]', false],
    ['localhost', false],
    ['bucket', false],
    ['bucket.', false],
    ['minio.localhost', false],
  ])('at %s: %s', async (hostname, expected) => expect(await isSeparateHost(hostname)).toBe(expected))
})
