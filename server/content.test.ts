import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declarationOf, resourceNames } from '../contract/resources.ts'
import { draftOf, openTestClub, type TestClub } from './testing/club.ts'
import { databases, type TestDatabase } from './testing/databases.ts'

describe.each(databases)('content on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let cookie: string
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database)
    cookie = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  test.each(resourceNames)('%s is created, read, listed, changed and deleted', async (resource) => {
    const draft = await draftOf(resource)
    const created = await club.send('POST', `/api/${resource}`, { body: draft, as: cookie })
    expect(created.status).toBe(201)
    const entity = await created.json()
    expect(created.headers.get('Location')).toBe(`/api/${resource}/${entity._id}`)

    const read = await club.send('GET', `/api/${resource}/${entity._id}`)
    expect(await read.json()).toEqual(entity)
    expect(read.headers.get('ETag')).toBe('"1"')

    const list = await club.send('GET', `/api/${resource}`)
    const items = await list.json()
    expect(declarationOf(resource).envelope === 'array' ? items : items.data).toEqual([entity])
    expect(list.headers.get('X-Total-Count')).toBe('1')

    const unchanged = await club.send('PUT', `/api/${resource}/${entity._id}`, { body: {}, as: cookie })
    expect(await unchanged.json()).toEqual(entity)

    expect((await club.send('DELETE', `/api/${resource}/${entity._id}`, { as: cookie })).status).toBe(204)
    expect((await club.send('GET', `/api/${resource}/${entity._id}`)).status).toBe(404)
    expect((await club.send('GET', `/api/${resource}`)).headers.get('X-Total-Count')).toBe('0')
  })
})
