/** The gate for the work of visitors, at the door. */
import { expect, test } from 'vitest'
import { createDraft, openTestClub, readCookie } from '../../../test/support/club.ts'
import { createDatabase } from '../../../test/support/databases.ts'
import { createSwitchedGate } from '../../../test/support/switched-gate.ts'

const VISITOR = '198.51.100.7'

test('a closed gate keeps neither phones of the door nor their sign-in out', async () => {
  const { gate, state } = createSwitchedGate()
  const place = await createDatabase()
  const club = await openTestClub(place, { createGate: () => gate })
  const as = (await club.signIn()).cookie
  const date = `${new Date(club.clock.now + 86_400_000).toISOString().slice(0, 10)}T23:59`
  const created = await club.send('POST', '/api/events', {
    as,
    body: { ...(await createDraft('events')), date },
  })
  const { _id } = (await created.json()) as { _id: string }
  const opened = await club.send('POST', `/api/events/${_id}/door`, { as })
  const { url, pin } = (await opened.json()) as { url: string; pin: string }
  const signIn = (token: string) =>
    club.send('POST', '/api/door/sessions', { body: { token, pin, device: 'Caja' }, from: VISITOR })
  state.isOpen = false
  expect((await signIn('x'.repeat(43))).status).toBe(429)
  const session = await signIn(url.split('/').at(-1) ?? '')
  expect(session.status).toBe(201)
  const phone = { as: readCookie(session), from: VISITOR }
  expect((await club.send('GET', '/api/door', phone)).status).toBe(200)
  expect((await club.send('GET', '/api/door/entries?after=0', phone)).status).toBe(200)
  expect((await club.send('GET', '/api/door', { ...phone, as: `door=${'x'.repeat(43)}` })).status).toBe(429)
  await club.stop()
  await place.dispose()
})
