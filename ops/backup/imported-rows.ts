/** Prepares the rows of an archive for a restore: credentials are dropped and rich text is sanitised again. */

import { sanitizeRichText } from '../../platform/content/server/richtext.ts'
import { resourceNames, resources } from '../../platform/content/shared/resources.ts'
import { hasTooManyTags } from '../../platform/content/shared/richtext.ts'
import { describePicture, parsePicturePath } from '../../platform/media/server/variants.ts'
import { TRUSTED_TIME } from '../../platform/process/clock/deletion-clock.ts'
import type { TableRow } from './archive-format.ts'

/**
 * Tables that a restore leaves empty. After the backup a session may have been revoked, or a link used, replaced or revoked.
 * Loading the rows would make it valid again. Administrators sign in again after a restore.
 */
export const CREDENTIAL_TABLES: readonly string[] = ['sessions', 'links', 'previews', 'invitations']

/**
 * Rows of `settings` in which processes store the state of their machine: its addresses, backup times, sent warnings and
 * running work. This state is wrong for the machine that restores.
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
  'share-wishes',
  TRUSTED_TIME,
]

type Rows = AsyncIterable<TableRow>

/**
 * @param tableRows returns the rows of a table of the archive
 * @param onPlainText called for each rich text that loses its formatting, because it has too many tags
 * @returns prepares the rows of one table for the database
 */
export function createRowImport(tableRows: (table: string) => Rows, onPlainText?: () => void) {
  let pictures: ReturnType<typeof picturesIn> | undefined
  return async function* importedRows(table: string): Rows {
    if (CREDENTIAL_TABLES.includes(table)) return
    if (table === 'settings') return yield* withoutMachine(tableRows(table))
    const columns = richColumns(table)
    if (columns.length === 0) return yield* tableRows(table)
    // Several tables have rich text: the archive's pictures are read once for all of them.
    pictures ??= picturesIn(tableRows('media'))
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

function richColumns(table: string): string[] {
  const resource = resourceNames.find((name) => name === table)
  if (resource === undefined) return []
  return Object.entries(resources[resource].fields).flatMap(([name, { kind }]) =>
    kind === 'rich' ? name : [],
  )
}

/** The pictures of the archive itself, because the database has none while the rows are loaded. */
async function picturesIn(rows: Rows) {
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
