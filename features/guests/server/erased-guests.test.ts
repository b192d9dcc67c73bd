/** Erased names of guests stay erased: after the restore of a backup, and in the files of SQLite. */
import { randomUUIDv7 } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewRow } from '../../../platform/db/tables.ts'
import { databases } from '../../../test/support/databases.ts'
import { openErasedClub } from '../../../test/support/erased-text.ts'
import { createRestoredClub, type RestoredClub } from '../../../test/support/restored-club.ts'
import { createGuestErasure } from './guest-erasure.ts'

const HOUR_MS = 3_600_000

const createGuest = (fields: Partial<NewRow<'guests'>> & { name: string }) => ({
  id: randomUUIDv7(),
  event: 'night',
  list: 'list',
  version: 1,
  nameKey: fields.name,
  companions: 0,
  note: null,
  addedBy: 'administrator' as const,
  code: null,
  tokenHash: null,
  createdAt: 0,
  updatedAt: 0,
  deletedAt: null,
  cursor: 0,
  ...fields,
})

describe.each(databases)('erased guests after the restore of a backup on $name', ({ create }) => {
  let club: RestoredClub
  beforeEach(async () => {
    club = await createRestoredClub(await create())
  })
  afterEach(() => club.dispose())

  async function addGuest(name: string, event = 'night'): Promise<string> {
    const row = createGuest({ name, event })
    await club.database.write((tx) => tx.insertInto('guests').values(row).execute())
    return row.id
  }
  const readNames = async () =>
    (await club.database.read.selectFrom('guests').select('name').where('name', '<>', '').execute())
      .map(({ name }) => name)
      .sort()

  test('are erased again, and no other guest', async () => {
    const [guest] = [await addGuest('Ana'), await addGuest('Beto')]
    const archive = await club.backUp('club.tar')
    // As the hourly deletion does, an hour after an administrator deleted the guest.
    await club.database.write((tx) =>
      tx.updateTable('guests').set({ deletedAt: 10 }).where('id', '=', guest).execute(),
    )
    await createGuestErasure(club.database).tidy(10 + HOUR_MS)

    expect(await club.restoreFrom(archive)).toMatchObject({ isListed: true, guests: 1, users: 0 })
    expect(await readNames()).toEqual(['Beto'])
    const row = await club.database.read
      .selectFrom('guests')
      .select('deletedAt')
      .where('id', '=', guest)
      .executeTakeFirst()
    expect(row?.deletedAt).toBe(10 + HOUR_MS)
    expect(await club.restoreFrom(archive)).toMatchObject({ guests: 1 })
  })

  test('of a night are erased again, and its later names stay', async () => {
    const door = { event: 'night', cursor: 1, token: null, pinHash: null, wrongPins: 0 }
    await club.database.write((tx) =>
      tx
        .insertInto('doors')
        .values({ ...door, openedAt: null, erasedAt: null })
        .execute(),
    )
    await addGuest('Ana')
    await addGuest('Beto', 'another night')
    const early = await club.backUp('early.tar')
    // The night does not exist, so all its rows are deleted.
    await createGuestErasure(club.database).tidy(20)
    expect(await readNames()).toEqual(['Beto'])
    expect(await club.restoreFrom(early)).toMatchObject({ guests: 1 })
    expect(await readNames()).toEqual(['Beto'])
    // The restored night was erased at the same time, and has the time of this erasure.
    await addGuest('Dora')
    const late = await club.backUp('late.tar')
    expect(await club.restoreFrom(late)).toMatchObject({ guests: 0 })
    expect(await readNames()).toEqual(['Beto', 'Dora'])
  })
})

test('erased guests are in no file of SQLite', async () => {
  const club = await openErasedClub()
  try {
    const ids = club.texts.map(() => randomUUIDv7())
    await club.database.write(async (tx) => {
      for (const { index, name, note } of club.texts)
        await tx
          .insertInto('guests')
          .values(
            createGuest({
              id: ids[index] as string,
              name: `${name} Ñandubay`,
              nameKey: name,
              note: note(1 + (index % 7) * 120),
              deletedAt: 0,
            }),
          )
          .execute()
    })
    for (let round = 0; round < 4; round++)
      await club.database.write(async (tx) => {
        for (const { index, note } of club.texts.filter(({ index }) => (index * 31 + round) % 3 > 0))
          await tx
            .updateTable('guests')
            .set({ note: note((index * 37 + round * 53) % 120) })
            .where('id', '=', ids[index] as string)
            .execute()
      })
    await createGuestErasure(club.database).tidy(HOUR_MS)
    await club.work.run()
    await club.expectUnreadable()
  } finally {
    await club.dispose()
  }
})
