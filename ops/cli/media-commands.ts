/** `./pulso media join` and `./pulso media restore`. They do not open the club, so they also work when it refuses to start. */
import { connect, type Database } from '../../platform/db/connect.ts'
import { readFileRows } from '../../platform/media/server/media-rows.ts'
import { allowNextSweep, bringBackNamed, readHeldBack } from '../../platform/media/server/media-sweep.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import type { MediaStore } from '../../platform/media/server/store.ts'
import {
  describeDatabase,
  describeId,
  ensureClubId,
  examineStore,
  ForeignStore,
  findStrays,
} from '../../platform/media/server/store-owner.ts'
import { listFiles } from '../../platform/media/server/variants.ts'
import { type Env, readOwnEnv } from '../../platform/process/env.ts'
import { restrictDataDir } from '../../platform/process/private-files.ts'
import { countAside, describeAside } from '../checks/media-check.ts'
import type { ParsedArguments } from './command-line.ts'
import { formatCount } from './format.ts'
import { EXIT, type Output } from './output.ts'
import { requireClub } from './require-club.ts'

interface Sides {
  env: Env
  database: Database
  store: MediaStore
}

/** Makes the database and the store those of one club, and accepts the files that the database does not know. */
export const joinStore = ({ flags }: ParsedArguments, output: Output): Promise<number> =>
  withSides(async ({ env, database, store }) => {
    const examined = await examineStore({ database, store })
    const { byId, strays } = await findStrays({ database, store })
    const there = new Set([...byId.values()].flat())
    const rows = await readFileRows(database.read)
    const named = rows.flatMap(listFiles)
    const missing = named.filter((name) => !there.has(name))
    const aside = new Set((await Array.fromAsync(store.listAside())).map(({ name }) => name))
    const returning = missing.filter((name) => aside.has(name)).length
    const facts = { named: named.length, missing: missing.length, returning, strays }

    output.line(`Base de datos: ${describeDatabase(env)} (${describeId(examined.databaseId)})`)
    output.line(`Imágenes: ${env.mediaUrl} (${describeId(examined.storeId)})`)
    if (examined.isUnused)
      output.line(
        'Atención: la base está vacía. Casi siempre es la equivocada: revisá DATABASE_URL y DATA_DIR.',
      )
    output.line(describeNamed(rows.length, facts))
    output.line(
      strays === 0
        ? 'No hay archivos que la base no conozca.'
        : `Hay ${formatCount(strays, 'archivo', 'archivos')} que la base no conoce: la próxima limpieza los aparta, y se borran a los 30 días.`,
    )
    if (examined.verdict === 'same' && (await readHeldBack(database.read)) === null) {
      output.line('Ya son del mismo club: no hay nada que unir.')
      output.document({ joined: true, ...facts })
      return EXIT.good
    }
    if (!flags.has('yes')) {
      output.line('No se cambió nada. Si está bien así: ./pulso media join --yes')
      output.document({ joined: false, ...facts })
      return EXIT.failed
    }
    const id = await database.write(async (tx) => {
      await allowNextSweep(tx)
      return ensureClubId(tx, null)
    })
    await store.setOwner(id)
    output.line(`Listo: las dos son ahora ${describeId(id)}.`)
    output.document({ joined: true, ...facts })
    return EXIT.good
  })

function describeNamed(rows: number, counts: { named: number; missing: number; returning: number }): string {
  const { named, missing, returning } = counts
  if (rows === 0) return 'La base no nombra ninguna imagen.'
  const found = missing === 0 ? 'están todos' : `faltan ${missing}`
  const apart = returning === 0 ? '' : `, y de esos ${returning} están apartados y vuelven solos`
  return `La base nombra ${formatCount(rows, 'imagen, film o audio', 'imágenes, films y audios')}, en ${formatCount(named, 'archivo', 'archivos')}: ${found}${apart}.`
}

/** Brings back files that a sweep beside a wrong database has set aside. The next sweep does the same. */
export const restoreAside = (_: ParsedArguments, output: Output): Promise<number> =>
  withSides(async ({ env, database, store }) => {
    const examined = await examineStore({ database, store })
    if (examined.verdict === 'foreign') throw new ForeignStore(env, examined)
    const broughtBack = await bringBackNamed({ database, store })
    const aside = countAside(await Array.fromAsync(store.listAside()))
    output.line(
      broughtBack === 0
        ? 'No hay archivos apartados que la base nombre y que falten.'
        : `${broughtBack === 1 ? 'Volvió' : 'Volvieron'} ${formatCount(broughtBack, 'archivo', 'archivos')}.`,
    )
    if (aside.files > 0) output.line(`${describeAside(aside, Date.now())}.`)
    output.document({ broughtBack, aside: aside.files })
    return EXIT.good
  })

async function withSides(work: (sides: Sides) => Promise<number>): Promise<number> {
  const env = readOwnEnv()
  await requireClub(env, { older: false })
  await restrictDataDir(env.dataDir)
  const database = connect(env)
  try {
    return await work({ env, database, store: await openMedia(env.mediaUrl) })
  } finally {
    await database.close()
  }
}
