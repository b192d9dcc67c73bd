/** Opens doors of nights in a test club, and sends entries as a phone does. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { NewRow } from '../../../platform/db/tables.ts'
import { createDraft, type RequestOptions, readCookie, type TestClub } from '../../../test/support/club.ts'
import type {
  DoorAccess,
  DoorChanges,
  DoorSnapshot,
  EntriesAnswer,
  Guest,
  GuestList,
} from '../shared/guests.ts'

/** An entry as a phone sends it. */
export interface TestEntry {
  _id: string
  kind: string
  guest?: string
  people?: number
  undoes?: string
  price?: unknown
  at: string
}

/** Creates a stored entry: one person of the guest, or one walk-in without a guest. */
export const createEntryRow = (
  fields: Partial<NewRow<'doorEntries'>> & { event: string },
): NewRow<'doorEntries'> => ({
  id: randomUUID(),
  session: null,
  kind: fields.guest ? 'guest' : 'walkIn',
  guest: null,
  people: 1,
  undoes: null,
  at: 0,
  correction: 0,
  receivedAt: 0,
  flags: '',
  cursor: 1,
  late: null,
  ...fields,
})

async function read<T>(answer: Promise<Response>, status = 200): Promise<T> {
  const response = await answer
  expect(response.status).toBe(status)
  return (await response.json()) as T
}

/** @param as the cookie of an administrator */
export function createTestDoors(club: Pick<TestClub, 'send' | 'clock'>, as: string) {
  let addresses = 0
  const send = (method: string, path: string, body?: unknown, sent: RequestOptions = {}) =>
    club.send(method, `/api${path}`, { as, ...(body !== undefined && { body }), ...sent })

  const createNight = async (fields: Record<string, unknown> = {}): Promise<string> => {
    const body = { ...(await createDraft('events')), title: 'Apagón', date: '2027-03-06T23:59', ...fields }
    return (await read<{ _id: string }>(send('POST', '/events', body), 201))._id
  }

  const createList = (event: string, fields: object = {}) =>
    read<GuestList>(
      send('POST', `/events/${event}/lists`, {
        name: 'Amigos',
        conditions: [{ until: null, label: 'Gratis' }],
        maxCompanions: 20,
        ...fields,
      }),
      201,
    )

  const addGuests = async (list: string, guests: { name: string; companions?: number }[]) =>
    (await read<{ data: Guest[] }>(send('POST', `/lists/${list}/guests`, { guests }), 201)).data

  const open = async (event: string) => {
    const access = await read<DoorAccess>(send('POST', `/events/${event}/door`), 201)
    return { ...access, token: access.url.split('/').at(-1) as string }
  }

  /** Puts a phone at the door. */
  async function addPhone({ token, pin }: { token: string; pin: string }, device = 'Caja') {
    addresses++
    const response = await send(
      'POST',
      '/door/sessions',
      { token, pin, device },
      {
        as: '',
        from: `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`,
      },
    )
    expect(response.status).toBe(201)
    return createPhone(readCookie(response))
  }

  function createPhone(cookie: string) {
    const post = (entries: unknown, sentAt = new Date(club.clock.now).toISOString()) =>
      send('POST', '/door/entries', { sentAt, entries }, { as: cookie })
    return {
      cookie,
      post,
      send: (entries: unknown, sentAt?: string) => read<EntriesAnswer>(post(entries, sentAt)),
      getDoor: () => send('GET', '/door', undefined, { as: cookie }),
      readDoor: () => read<DoorSnapshot>(send('GET', '/door', undefined, { as: cookie })),
      getChanges: (after: unknown) => send('GET', `/door/entries?after=${after}`, undefined, { as: cookie }),
      readChanges: (after: number) =>
        read<DoorChanges>(send('GET', `/door/entries?after=${after}`, undefined, { as: cookie })),
    }
  }

  const createEntry = (kind: string, fields: Partial<TestEntry> = {}): TestEntry => ({
    _id: randomUUID(),
    kind,
    ...(kind !== 'undo' && { people: 1 }),
    at: new Date(club.clock.now).toISOString(),
    ...fields,
  })

  return { send, createNight, createList, addGuests, open, addPhone, createPhone, createEntry }
}

export type TestPhone = Awaited<ReturnType<ReturnType<typeof createTestDoors>['addPhone']>>
