/** Erased names are in no file of a SQLite folder. Tests of features cover their own rows. */
import { expect, test } from 'vitest'
import { readConsistently } from '../platform/db/consistent-read.ts'
import { recordErasures } from '../platform/db/erasures.ts'
import { openErasedClub } from '../test/support/erased-text.ts'
import { insertUser } from '../test/support/migrated-database.ts'

test('erased names stay in the log while another connection reads it, and are removed later', async () => {
  const club = await openErasedClub()
  const backup = club.connectAgain()
  try {
    const ids: string[] = []
    for (const { name, note } of club.texts)
      ids.push(await insertUser(club.database, { name: `${name} ${note(9)}` }))
    await readConsistently(backup, async (snapshot) => {
      await snapshot.selectFrom('users').select('id').limit(1).execute()
      await club.database.write(async (tx) => {
        await tx.deleteFrom('users').execute()
        await recordErasures(tx, 'users', ids, 1)
      })
      await club.work.run()
      expect(await club.countReadable()).toMatchObject({ 'club.sqlite-wal': club.texts.length })
    })
    await club.work.run()
    await club.expectUnreadable()
  } finally {
    await backup.close()
    await club.dispose()
  }
})
