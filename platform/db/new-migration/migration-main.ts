/** `npm run migration -- name`: writes a migration for changed declarations of resources. */
import { writeFile } from 'node:fs/promises'
import { resources } from '../../content/shared/resources.ts'
import { migrationNames } from '../migrate.ts'
import { differenceFrom, NeedsManualMigration } from './difference.ts'
import { indexSource, migrationSource, nextName } from './migration-file.ts'

const folder = new URL('../migrations/', import.meta.url)

async function main([words = '']: string[]): Promise<string> {
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(words))
    throw new NeedsManualMigration('Name it in small letters: npm run migration -- city_of_residents')
  const difference = await differenceFrom(resources)
  if (difference.sqlite.length + difference.postgres.length === 0)
    return 'The migrations make what the declarations ask for: there is nothing to write.'
  const name = nextName(migrationNames, words)
  await writeFile(new URL(`${name}.ts`, folder), migrationSource(name, difference), { flag: 'wx' })
  await writeFile(new URL('index.ts', folder), indexSource([...migrationNames, name]))
  return `Wrote platform/db/migrations/${name}.ts. Read it, and commit it with the declaration.`
}

try {
  console.log(await main(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof NeedsManualMigration)) throw error
  console.error(`${error.message}.`)
  process.exitCode = 1
}
