/** `npm run migration -- name`: writes a migration for changed declarations of resources. */
import { writeFile } from 'node:fs/promises'
import { resources } from '../../content/shared/resources.ts'
import { migrationNames } from '../migrate.ts'
import { findSchemaDifference, NeedsManualMigration } from './difference.ts'
import { generateIndex, generateMigration, getNextName } from './migration-file.ts'

const folder = new URL('../migrations/', import.meta.url)

async function main([words = '']: string[]): Promise<string> {
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(words))
    throw new NeedsManualMigration(
      'The name needs lower-case letters, digits and underscores: npm run migration -- city_of_residents',
    )
  const difference = await findSchemaDifference(resources)
  if (difference.sqlite.length + difference.postgres.length === 0)
    return 'The migrations match the declarations: no migration is needed.'
  const name = getNextName(migrationNames, words)
  await writeFile(new URL(`${name}.ts`, folder), generateMigration(name, difference), { flag: 'wx' })
  await writeFile(new URL('index.ts', folder), generateIndex([...migrationNames, name]))
  return `Wrote platform/db/migrations/${name}.ts. Read it, and add its name to LANDED in platform/db/migrate.test.ts.`
}

try {
  console.log(await main(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof NeedsManualMigration)) throw error
  console.error(`${error.message}.`)
  process.exitCode = 1
}
