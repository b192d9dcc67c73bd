import { afterEach, describe, expect, test } from 'vitest'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { makeSlug } from '../../../platform/content/shared/slugs.ts'
import { connect, type Database } from '../../../platform/db/connect.ts'
import { migrate, migrateTo } from '../../../platform/db/migrate.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'

describe.each(databases)('the migration of recordings on $name', ({ createEmpty }) => {
  let place: TestDatabase | undefined
  let opened: Database | undefined
  afterEach(async () => {
    await opened?.close()
    await place?.dispose()
  })

  test('creates the same addresses for stored recordings as the current code', async () => {
    place = await createEmpty()
    const database = connect(place)
    opened = database
    const titles = ['Sesión nº 1: ¡Ñandú!', 'sesion no 1 nandu', '★', null, 'x '.repeat(75)]
    await database.write(async (tx) => {
      await migrateTo(tx, '0012_positions')
      const common = { version: 1, createdAt: 1, updatedAt: 1, flyer: 'f', url: 'https://club.example' }
      for (const table of ['podcast', 'episode'] as const)
        for (const [index, title] of [...titles, 'En la papelera'].entries())
          await tx
            .insertInto(table)
            .values({
              id: `${table}-${index}`,
              intro: 'x',
              title,
              deletedAt: index === titles.length ? 1 : null,
              ...common,
            } as never)
            .execute()
    })
    await migrate(database)
    for (const table of ['podcast', 'episode'] as const) {
      const { path } = getDeclaration(table).page as { path: string }
      const rows = await database.read
        .selectFrom(table)
        .select(['id', 'title', 'slug'])
        .orderBy('seq')
        .execute()
      // A migration may not import code that can change later, so it has its own copy of this rule. The test compares both.
      const own = rows.slice(0, -1).map((row) => makeSlug(getDeclaration(table), row))
      expect(rows.map(({ slug }) => slug)).toEqual([own[0], `${own[1]}-2`, ...own.slice(2), null])
      const owners = await database.read
        .selectFrom('slugs')
        .select(['slug', 'itemId', 'isOwn'])
        .where('path', '=', path)
        .orderBy('itemId')
        .execute()
      expect(owners).toEqual(rows.slice(0, -1).map(({ id, slug }) => ({ slug, itemId: id, isOwn: 1 })))
    }
  })
})
