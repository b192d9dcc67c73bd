/** Erased messages stay erased: after the restore of a backup, and in the files of SQLite. */
import { randomUUIDv7 } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeIndex } from '../../../platform/db/search.ts'
import { databases } from '../../../test/support/databases.ts'
import { openErasedClub } from '../../../test/support/erased-text.ts'
import { createRestoredClub, type RestoredClub } from '../../../test/support/restored-club.ts'
import { eraseMessages, eraseMessagesBefore } from './message-erasure.ts'

const createRow = (person: string, createdAt: number, body = 'Hola') => ({
  ...{ id: randomUUIDv7(), person, from: 'ana@club.example', body, createdAt, readAt: null, isOpen: 1 },
})

describe.each(databases)('erased messages after the restore of a backup on $name', ({ create }) => {
  let club: RestoredClub
  beforeEach(async () => {
    club = await createRestoredClub(await create())
  })
  afterEach(() => club.dispose())

  async function addMessage(person: string, createdAt = 5): Promise<string> {
    const row = createRow(person, createdAt)
    await club.database.write((tx) => tx.insertInto('messages').values(row).execute())
    return row.id
  }
  const readPeople = async () =>
    (await club.database.read.selectFrom('messages').select('person').execute()).map(({ person }) => person)

  test('are erased again, and no other message', async () => {
    const [erased] = [await addMessage('Ana'), await addMessage('Beto')]
    await addMessage('Dora', 1)
    const archive = await club.backUp('club.tar')
    await club.database.write(async (tx) => {
      await eraseMessages(tx, club.database.dialect, [erased], 20)
      await eraseMessagesBefore(tx, club.database.dialect, 2, 20)
    })
    expect(await club.restoreFrom(archive)).toMatchObject({ isListed: true, messages: 2, users: 0 })
    expect(await readPeople()).toEqual(['Beto'])
    expect(await club.restoreFrom(archive)).toMatchObject({ messages: 2 })
  })
})

test('erased messages are in no file of SQLite, also not in the search index', async () => {
  const club = await openErasedClub()
  try {
    const ids: string[] = []
    for (const { name, note, index } of club.texts) {
      const rows = [createRow(name, 0, note(1 + (index % 7) * 120))]
      ids.push(rows[0]?.id as string)
      if (index % 10 === 0) rows.push(createRow(`queda${index}`, 0, 'x'.repeat(index)))
      for (const row of rows)
        await club.database.write(async (tx) => {
          const { seq } = await tx
            .insertInto('messages')
            .values(row)
            .returning('seq')
            .executeTakeFirstOrThrow()
          await writeIndex(tx, 'sqlite', 'messages', seq, row.person)
        })
    }
    await club.database.write((tx) => eraseMessages(tx, 'sqlite', ids, 1))
    await club.work.run()
    await club.expectUnreadable()
  } finally {
    await club.dispose()
  }
})
