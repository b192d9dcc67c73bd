/** A restore erases again what was erased after its backup. Tests of features cover their own erasures. */
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listErasures, recordErasures } from '../../platform/db/erasures.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { ERASURES } from '../../platform/media/server/store.ts'
import { databases } from '../../test/support/databases.ts'
import { insertUser } from '../../test/support/migrated-database.ts'
import { createRestoredClub, type RestoredClub } from '../../test/support/restored-club.ts'
import { createErasureWork } from '../erasure-work.ts'

describe.each(databases)('erasures after the restore of a backup on $name', ({ create, createEmpty }) => {
  let club: RestoredClub
  beforeEach(async () => {
    club = await createRestoredClub(await create())
  })
  afterEach(() => club.dispose())

  const copyList = async () =>
    createErasureWork({ database: club.database, store: await club.openStore(), log: { warn() {} } }).run()

  const eraseUsers = (...ids: string[]) =>
    club.database.write(async (tx) => {
      await tx.deleteFrom('users').where('id', 'in', ids).execute()
      await recordErasures(tx, 'users', ids, 20)
    })
  const readUsers = async () =>
    (await club.database.read.selectFrom('users').select('id').execute()).map(({ id }) => id).sort()

  test('are repeated for accounts, and for nothing else', async () => {
    const stays = await insertUser(club.database)
    const erased = [
      await insertUser(club.database),
      await insertUser(club.database, { status: 'pending' }),
    ] as const
    const archive = await club.backUp('club.tar')
    await eraseUsers(...erased)
    const counts = { isListed: true, unreadable: 0, users: 2 }
    expect(await club.restoreFrom(archive)).toMatchObject(counts)
    expect(await readUsers()).toEqual([stays])
    // The list itself survives the restore, so a second one repeats it too.
    expect(await club.restoreFrom(archive)).toMatchObject(counts)
  })

  test('are read from the media store when the database is new, without damaged lines', async () => {
    const [id, stays] = [await insertUser(club.database), await insertUser(club.database)]
    const archive = await club.backUp('club.tar')
    await eraseUsers(id)
    await copyList()
    await appendFile(
      join(club.folder, 'media', ERASURES),
      '{"kind":"users"\n{"kind":"other","id":"x","at":1}\n',
    )
    const elsewhere = await createEmpty()
    try {
      const counts = { isListed: true, unreadable: 2, users: 1 }
      expect(await club.restoreFrom(archive, { to: elsewhere })).toMatchObject(counts)
      expect(await readUsers()).toEqual([stays])
      await club.database.close()
    } finally {
      await elsewhere.dispose()
    }
  })

  test('are not repeated without a list, or with the list of another club', async () => {
    const ids = [await insertUser(club.database), await insertUser(club.database)] as const
    const archive = await club.backUp('club.tar')
    await eraseUsers(ids[0])
    await copyList()
    const elsewhere = await createEmpty()
    try {
      const theirs = await openMedia(join(club.folder, 'another'))
      const missing = { isListed: false, unreadable: 0, users: 0 }
      expect(await club.restoreFrom(archive, { to: elsewhere, store: theirs })).toMatchObject(missing)
      expect(await readUsers()).toEqual(ids.toSorted())
      await club.database.write((tx) => tx.deleteFrom('settings').where('key', '=', 'club-id').execute())
      await theirs.setOwner('0fa1b2c3-0000-4000-8000-000000000000')
      await theirs.writeErasures(await readList())
      expect(await club.restoreFrom(archive, { to: elsewhere, store: theirs })).toMatchObject(missing)
      await club.database.close()
    } finally {
      await elsewhere.dispose()
    }
  })

  const readList = async () => (await (await club.openStore()).readErasures()) as Uint8Array

  test('can be left out, and are then no longer in any list', async () => {
    const stays = await insertUser(club.database)
    const archive = await club.backUp('empty.tar')
    const id = await insertUser(club.database)
    const full = await club.backUp('full.tar')
    await eraseUsers(id)
    await copyList()
    expect(await club.restoreFrom(full, { withErased: true })).toBeNull()
    expect([await readUsers(), await listErasures(club.database.read)]).toEqual([[stays, id].sort(), []])
    await copyList()
    expect((await readList()).byteLength).toBe(0)
    await club.restoreFrom(archive)
    await club.restoreFrom(full)
    expect(await readUsers()).toEqual([stays, id].sort())
  })

  test('keep the active accounts when nobody else could sign in', async () => {
    const first = await insertUser(club.database)
    const waiting = await insertUser(club.database, { status: 'pending' })
    const archive = await club.backUp('club.tar')
    await insertUser(club.database)
    await eraseUsers(first, waiting)
    expect(await club.restoreFrom(archive)).toMatchObject({ users: 1 })
    expect(await readUsers()).toEqual([first])
  })
})
