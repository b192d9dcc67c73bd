import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attachListener, createHttpServer } from '../../platform/http/server.ts'
import { openTestClub, type TestClub } from '../support/club.ts'
import { createDatabase, type TestDatabase } from '../support/databases.ts'
import {
  createItems,
  describeCostsOver,
  HEADERS,
  LIMITS,
  measureFieldCosts,
  measureHeaderCosts,
  measureMediaCosts,
} from './processing-cost.ts'

describe('the processing cost of hostile text', () => {
  let place: TestDatabase
  let club: TestClub
  let cookie: string

  beforeAll(async () => {
    place = await createDatabase()
    club = await openTestClub(place, { env: { TRUST_PROXY: '1', LOG_LEVEL: 'fatal' } })
    cookie = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  test('is low in each kind of field that a visitor can fill', async () => {
    const costs = await measureFieldCosts(club, { limit: LIMITS.visitor, scale: 'short' })
    // Proves that the test found the fields: each field gives one result for each shape of text and each size.
    expect(costs.length).toBeGreaterThan(200)
    expect(describeCostsOver(costs, LIMITS.visitor)).toEqual([])
  })

  test('is low in each kind of field that an administrator can fill', async () => {
    const findId = await createItems(club, cookie)
    const costs = await measureFieldCosts(club, {
      limit: LIMITS.administrator,
      as: cookie,
      findId,
      scale: 'short',
    })
    expect(costs.length).toBeGreaterThan(200)
    expect(describeCostsOver(costs, LIMITS.administrator)).toEqual([])
  })

  test('is low for each film and audio file', async () => {
    const costs = await measureMediaCosts(club, cookie, LIMITS.administrator)
    expect(describeCostsOver(costs, LIMITS.administrator)).toEqual([])
    expect(costs.map(({ what, status }) => [what, status])).toEqual([
      ['audio, places in pieces', 200],
      ['audio, a tag of 16 MB', 200],
      ['audio, a cover of 17 MB', 200],
      ['audio, tags without end', 200],
      ['film, gaps', 201],
      ['film, boxes in boxes', 201],
      ['film, boxes', 201],
    ])
  })

  test('is low in each header and each part of an address', async () => {
    const server = attachListener(club.listener, createHttpServer(club.env), club.env).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const costs = await measureHeaderCosts(port, cookie, LIMITS.visitor).finally(() => server.close())
    expect(costs.length).toBeGreaterThan(900)
    expect(describeCostsOver(costs, LIMITS.visitor)).toEqual([])
  })

  test('is measured for every header that the server reads', () => {
    const sources = globSync('{features,ops,platform}/**/*.ts', {
      exclude: (path) => /\.test\.ts$|testing/.test(path),
    })
    const read = sources.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/(?:headers\.get|req\.header)\('([\w-]+)'\)/g)].map(
        ([, name]) => name as string,
      ),
    )
    expect(read.length).toBeGreaterThan(10)
    // Node checks Content-Length itself and closes the connection when the number is invalid. Date is only read from answers of
    // a bucket, and Location from the site's own.
    const unchecked = ['Content-Length', 'Date', 'Location']
    const checkedHeaders = [...new Set(read)].filter((name) => !unchecked.includes(name))
    expect(HEADERS).toEqual(expect.arrayContaining(checkedHeaders))
  })
})
