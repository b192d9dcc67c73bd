/** A restore erases again what was erased after its backup: messages, names of guests, and accounts. */
import { randomUUIDv7 } from 'node:crypto'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createGuestErasure } from '../../features/guests/server/guest-erasure.ts'
import { eraseMessages, eraseMessagesBefore } from '../../features/messages/server/message-erasure.ts'
import { connect, type Database } from '../../platform/db/connect.ts'
import { listErasures, recordErasures } from '../../platform/db/erasures.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { ERASURES } from '../../platform/media/server/store.ts'
import { examineAndJoin } from '../../platform/media/server/store-owner.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { insertUser } from '../../test/support/migrated-database.ts'
import { createErasureWork } from '../erasure-work.ts'
import { openArchive, openFolderTarget } from './archive-target.ts'
import { createBackup } from './create-backup.ts'
import { countByKey, type RepeatedErasures } from './repeat-erasures.ts'
import { type RestoreOptions, restore } from './restore-backup.ts'

const HOUR_MS = 3_600_000

describe.each(databases)('erasures after the restore of a backup on $name', ({ create, createEmpty }) => {
  let place: TestDatabase
  let folder: string
  let database: Database
  beforeEach(async () => {
    place = await create()
    folder = await mkdtemp(join(tmpdir(), 'club-erasures-'))
    database = connect(place)
    await examineAndJoin({ database, store: await openStore() })
  })
  afterEach(async () => {
    await database.close()
    await place.dispose()
    await rm(folder, { recursive: true, force: true })
  })

  const openStore = () => openMedia(join(folder, 'media'))

  async function addMessage(person: string, createdAt = 5): Promise<string> {
    const id = randomUUIDv7()
    const row = { id, person, from: 'ana@club.example', body: 'Hola', createdAt, readAt: null, isOpen: 1 }
    await database.write((tx) => tx.insertInto('messages').values(row).execute())
    return id
  }

  async function addGuest(name: string, event = 'night'): Promise<string> {
    const id = randomUUIDv7()
    await database.write((tx) =>
      tx
        .insertInto('guests')
        .values({
          id,
          event,
          list: 'list',
          version: 1,
          name,
          nameKey: name,
          companions: 0,
          note: null,
          addedBy: 'administrator',
          code: null,
          tokenHash: null,
          createdAt: 0,
          updatedAt: 0,
          deletedAt: null,
          cursor: 0,
        })
        .execute(),
    )
    return id
  }

  async function openDoor(event: string) {
    const door = {
      event,
      cursor: 1,
      token: null,
      pinHash: null,
      wrongPins: 0,
      openedAt: null,
      erasedAt: null,
    }
    await database.write((tx) => tx.insertInto('doors').values(door).execute())
  }

  /** Erases the guest as the hourly deletion does, an hour after an administrator deleted it. */
  async function eraseGuest(id: string) {
    await database.write((tx) =>
      tx.updateTable('guests').set({ deletedAt: 10 }).where('id', '=', id).execute(),
    )
    await createGuestErasure(database).tidy(10 + HOUR_MS)
  }

  const backUp = async (name: string) =>
    (
      await createBackup({
        club: { ...place, mediaUrl: join(folder, 'media') },
        store: await openStore(),
        target: openFolderTarget(folder),
        name,
      })
    ).where

  const copyList = async () =>
    createErasureWork({ database, store: await openStore(), log: { warn() {} } }).run()

  /** Stops the club, restores the archive, and opens the club again. @param to another database than before */
  async function restoreFrom(
    archive: string,
    { to = place, ...options }: Partial<RestoreOptions> & { to?: TestDatabase } = {},
  ): Promise<ReturnType<typeof countByKey> | null> {
    await database.close()
    let repeated: ReturnType<typeof countByKey> | null = null
    const onErased = (erased: RepeatedErasures) => {
      repeated = countByKey(erased)
    }
    await restore({
      archive: await openArchive(archive),
      club: { ...to, mediaUrl: join(folder, 'media') },
      store: await openStore(),
      replace: true,
      onErased,
      ...options,
    })
    database = connect(to)
    return repeated
  }

  const readPeople = async () =>
    (await database.read.selectFrom('messages').select('person').execute()).map(({ person }) => person)
  const readNames = async () =>
    (await database.read.selectFrom('guests').select('name').where('name', '<>', '').execute())
      .map(({ name }) => name)
      .sort()
  const readUsers = async () =>
    (await database.read.selectFrom('users').select('id').execute()).map(({ id }) => id).sort()

  test('are repeated for messages, guests and accounts, and for nothing else', async () => {
    const [erased] = [await addMessage('Ana'), await addMessage('Beto')]
    await addMessage('Dora', 1)
    const [guest] = [await addGuest('Ana'), await addGuest('Beto')]
    const stays = await insertUser(database)
    const [user, other] = [await insertUser(database), await insertUser(database, { status: 'pending' })]
    const archive = await backUp('club.tar')
    await database.write(async (tx) => {
      await eraseMessages(tx, database.dialect, [erased], 20)
      await eraseMessagesBefore(tx, database.dialect, 2, 20)
      await tx.deleteFrom('users').where('id', 'in', [user, other]).execute()
      await recordErasures(tx, 'users', [user, other], 20)
    })
    await eraseGuest(guest)

    const counts = { messages: 2, guests: 1, users: 2 }
    expect(await restoreFrom(archive)).toEqual({ isListed: true, unreadable: 0, ...counts })
    expect([await readPeople(), await readNames(), await readUsers()]).toEqual([['Beto'], ['Beto'], [stays]])
    const row = await database.read
      .selectFrom('guests')
      .select('deletedAt')
      .where('id', '=', guest)
      .executeTakeFirst()
    expect(row?.deletedAt).toBe(10 + HOUR_MS)
    // The list itself survives the restore, so a second one repeats it too.
    expect(await restoreFrom(archive)).toMatchObject(counts)
  })

  test('of a night are repeated, and its later names stay', async () => {
    await openDoor('night')
    await addGuest('Ana')
    await addGuest('Beto', 'another night')
    const early = await backUp('early.tar')
    // The night does not exist, so all its rows are deleted.
    await createGuestErasure(database).tidy(20)
    expect(await readNames()).toEqual(['Beto'])
    expect(await restoreFrom(early)).toMatchObject({ guests: 1 })
    expect(await readNames()).toEqual(['Beto'])
    // The restored night was erased at the same time, and has the time of this erasure.
    await addGuest('Dora')
    const late = await backUp('late.tar')
    expect(await restoreFrom(late)).toMatchObject({ guests: 0 })
    expect(await readNames()).toEqual(['Beto', 'Dora'])
  })

  test('are read from the media store when the database is new, without damaged lines', async () => {
    const id = await addMessage('Ana')
    await addMessage('Beto')
    const archive = await backUp('club.tar')
    await database.write((tx) => eraseMessages(tx, database.dialect, [id], 20))
    await copyList()
    await appendFile(
      join(folder, 'media', ERASURES),
      '{"kind":"messages"\n{"kind":"other","id":"x","at":1}\n',
    )
    const elsewhere = await createEmpty()
    try {
      expect(await restoreFrom(archive, { to: elsewhere })).toMatchObject({
        isListed: true,
        unreadable: 2,
        messages: 1,
      })
      expect(await readPeople()).toEqual(['Beto'])
      await database.close()
    } finally {
      await elsewhere.dispose()
    }
  })

  test('are not repeated without a list, or with the list of another club', async () => {
    const id = await addMessage('Ana')
    const archive = await backUp('club.tar')
    await database.write((tx) => eraseMessages(tx, database.dialect, [id], 20))
    await copyList()
    const elsewhere = await createEmpty()
    try {
      const theirs = await openMedia(join(folder, 'another'))
      const missing = { isListed: false, unreadable: 0, messages: 0 }
      expect(await restoreFrom(archive, { to: elsewhere, store: theirs })).toMatchObject(missing)
      expect(await readPeople()).toEqual(['Ana'])
      await database.write((tx) => tx.deleteFrom('settings').where('key', '=', 'club-id').execute())
      await theirs.setOwner('0fa1b2c3-0000-4000-8000-000000000000')
      await theirs.writeErasures(await readList())
      expect(await restoreFrom(archive, { to: elsewhere, store: theirs })).toMatchObject(missing)
      await database.close()
    } finally {
      await elsewhere.dispose()
    }
  })

  const readList = async () => (await (await openStore()).readErasures()) as Uint8Array

  test('can be left out, and are then no longer in any list', async () => {
    const archive = await backUp('empty.tar')
    const id = await addMessage('Ana')
    const full = await backUp('full.tar')
    await database.write((tx) => eraseMessages(tx, database.dialect, [id], 20))
    await copyList()
    expect(await restoreFrom(full, { withErased: true })).toBeNull()
    expect([await readPeople(), await listErasures(database.read)]).toEqual([['Ana'], []])
    await copyList()
    expect((await readList()).byteLength).toBe(0)
    await restoreFrom(archive)
    await restoreFrom(full)
    expect(await readPeople()).toEqual(['Ana'])
  })

  test('keep the active accounts when nobody else could sign in', async () => {
    const [first, waiting] = [await insertUser(database), await insertUser(database, { status: 'pending' })]
    const archive = await backUp('club.tar')
    await insertUser(database)
    await database.write(async (tx) => {
      await tx.deleteFrom('users').where('id', 'in', [first, waiting]).execute()
      await recordErasures(tx, 'users', [first, waiting], 20)
    })
    expect(await restoreFrom(archive)).toMatchObject({ users: 1 })
    expect(await readUsers()).toEqual([first])
  })
})
