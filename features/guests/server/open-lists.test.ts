/** Queries for the lists of many nights. public-lists.test.ts tests the answers. */
import { expect, test } from 'vitest'
import { createDraft, openTestClub } from '../../../test/support/club.ts'
import { createDatabase } from '../../../test/support/databases.ts'
import { createQueryCounter } from '../../../test/support/query-count.ts'
import * as nights from '../../nights/public/nights.tsx'

test('/fechas needs the same number of queries for one night with a list and for many', async () => {
  const database = await createDatabase()
  const club = await openTestClub(database, { openedAt: Date.now() })
  const { cookie: as } = await club.signIn()
  const draft = await createDraft('events')
  const year = new Date().getUTCFullYear() + 1
  const send = async (path: string, body: object) => {
    const response = await club.send('POST', path, { as, body })
    expect(response.status).toBe(201)
    return response.json()
  }
  const createNights = async (count: number) => {
    for (let night = 0; night < count; night++) {
      const { _id } = await send('/api/events', { ...draft, date: `${year}-03-06T23:59` })
      const conditions = [{ until: '01:00', label: 'Gratis' }]
      await send(`/api/events/${_id}/lists`, { name: 'Web', isPublic: true, quota: 10, conditions })
    }
  }
  const counter = await createQueryCounter(database)
  const count = async () => {
    await counter.load(nights, '/fechas', {})
    return counter.load(nights, '/fechas', {})
  }
  const none = await count()
  await createNights(1)
  const one = await count()
  await createNights(12)
  expect(await count()).toBe(one)
  expect(one - none).toBeLessThanOrEqual(3)
  await counter.close()
  await club.stop()
  await database.dispose()
})
