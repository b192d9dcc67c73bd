/** Prepares the rows of an archive for a restore: it drops credentials and sanitises rich text again. */

import { restoreWork } from '../../features/index.server.ts'
import type { RestoreWork } from '../../features/server-manifest.ts'
import { TRUSTED_TIME } from '../../platform/clock/deletion-clock.ts'
import { sanitizeRichText } from '../../platform/content/server/richtext.ts'
import { resourceNames, resources } from '../../platform/content/shared/resources.ts'
import { hasTooManyTags } from '../../platform/content/shared/richtext.ts'
import { HELD_BACK, SWEEP_ALLOWED } from '../../platform/media/server/media-sweep.ts'
import { describePicture, parsePicturePath } from '../../platform/media/server/variants.ts'
import type { TableRow } from './archive-format.ts'

/**
 * Tables that a restore leaves empty. A session or a link may have been revoked or used since the backup, and a restored
 * row would make it valid again. Administrators sign in again after a restore.
 */
export const CREDENTIAL_TABLES: readonly string[] = [
  'sessions',
  'links',
  'previews',
  'invitations',
  ...restoreWork.flatMap(({ credentialTables = [] }) => credentialTables),
]

const credentialColumns: NonNullable<RestoreWork['credentialColumns']> = Object.assign(
  {},
  ...restoreWork.map((each) => each.credentialColumns),
)

/**
 * Keys of `settings` with the state of a machine: addresses, backup times, sent warnings and running work. That state is
 * wrong on the machine that restores, so these rows are dropped.
 */
export const MACHINE_SETTINGS: readonly string[] = [
  'address',
  'opened',
  'daily-backup',
  'daily-backup-elsewhere',
  'warnings',
  'failures',
  'leader',
  'media-removal',
  HELD_BACK,
  SWEEP_ALLOWED,
  'share-wishes',
  TRUSTED_TIME,
]

type Rows = AsyncIterable<TableRow>

/**
 * Creates the function that prepares rows.
 * @param tableRows returns the rows of a table of the archive
 * @param onPlainText called for each rich text that loses its formatting because it has too many tags
 * @returns a function that prepares the rows of one table
 */
export function createRowImport(tableRows: (table: string) => Rows, onPlainText?: () => void) {
  let pictures: ReturnType<typeof readPictures> | undefined
  return async function* importedRows(table: string): Rows {
    if (CREDENTIAL_TABLES.includes(table)) return
    if (table === 'settings') return yield* withoutMachine(tableRows(table))
    const emptied = credentialColumns[table]
    if (emptied !== undefined) return yield* withoutColumn(tableRows(table), emptied)
    const columns = richColumns(table)
    if (columns.length === 0) return yield* tableRows(table)
    // Several tables have rich text. The archive's pictures are read once for all of them.
    pictures ??= readPictures(tableRows('media'))
    const known = await pictures
    for await (const row of tableRows(table)) {
      for (const column of columns) {
        const html = row[column]
        if (typeof html !== 'string') continue
        if (hasTooManyTags(html)) onPlainText?.()
        row[column] = await sanitizeRichText(html, known)
      }
      yield row
    }
  }
}

async function* withoutMachine(rows: Rows): Rows {
  for await (const row of rows) if (!MACHINE_SETTINGS.includes(String(row.key))) yield row
}

async function* withoutColumn(rows: Rows, column: string): Rows {
  for await (const row of rows) yield { ...row, [column]: null }
}

function richColumns(table: string): string[] {
  const resource = resourceNames.find((name) => name === table)
  if (resource === undefined) return []
  return Object.entries(resources[resource].fields).flatMap(([name, { kind }]) =>
    kind === 'rich' ? name : [],
  )
}

/** Finds the pictures in the archive. The database has none while its rows are being loaded. */
async function readPictures(rows: Rows) {
  const sizes = new Map<string, { width: number; height: number }>()
  for await (const { id, width, height, isFilm, audio } of rows)
    if (!isFilm && (audio ?? null) === null)
      sizes.set(String(id), { width: Number(width), height: Number(height) })
  return {
    parsePicturePath,
    pictures: async (ids: string[]) =>
      new Map(
        ids.flatMap((id) => {
          const size = sizes.get(id)
          return size ? [[id, describePicture({ id, ...size, placeholder: '' })] as const] : []
        }),
      ),
  }
}
