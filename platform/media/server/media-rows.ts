/** Reads and updates the rows of stored pictures, films and sounds. */
import type { Picture } from '../../content/shared/entity-parts.ts'
import type { Database } from '../../db/connect.ts'
import type { Row } from '../../db/tables.ts'
import type { AudioFormat } from '../shared/audio.ts'
import { describePicture, type PictureRow } from './variants.ts'

export interface Audio {
  id: string
  format: AudioFormat
  bytes: number
  /** Duration in seconds. null when unknown */
  seconds: number | null
}

export interface MediaRows {
  /** Marks a row as used now. The sweep may remove a row without references 24 hours later. */
  touch(id: string): Promise<Row<'media'> | undefined>
  /** Describes stored pictures, by id. Unknown ids are left out. */
  pictures(ids: string[]): Promise<Map<string, Picture>>
  /** Describes a picture, and keeps the description in memory. */
  remember(row: PictureRow): Picture
  forget(id: string): void
  /** Describes stored sounds, by id. Unknown ids are left out. */
  audios(ids: string[]): Promise<Map<string, Audio>>
  hasFilm(id: string): Promise<boolean>
}

/** Number of descriptions in memory. They never change, so they are never stale. */
const PICTURES_IN_MEMORY = 5_000

/** Limit of ids in one query. SQLite and PostgreSQL would allow tens of thousands. */
const IDS_PER_QUERY = 500

export function createMediaRows({ database, now }: { database: Database; now: () => number }): MediaRows {
  const remembered = new Map<string, Picture>()

  function remember(row: PictureRow): Picture {
    const picture = describePicture(row)
    remembered.delete(row.id)
    remembered.set(row.id, picture)
    if (remembered.size > PICTURES_IN_MEMORY) remembered.delete(remembered.keys().next().value as string)
    return picture
  }

  return {
    touch: (id) =>
      database.write((tx) =>
        tx
          .updateTable('media')
          .set({ touchedAt: now() })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst(),
      ),

    remember,
    forget: (id) => remembered.delete(id),

    async pictures(ids) {
      const found = new Map<string, Picture>()
      const unknown: string[] = []
      for (const id of new Set(ids)) {
        const picture = remembered.get(id)
        if (picture) found.set(id, picture)
        else unknown.push(id)
      }
      for (const some of chunks(unknown)) {
        const rows = await database.read
          .selectFrom('media')
          .select(['id', 'width', 'height', 'placeholder'])
          .where('id', 'in', some)
          .where('isFilm', '=', 0)
          .where('audio', 'is', null)
          .execute()
        for (const row of rows) found.set(row.id, remember(row))
      }
      return found
    },

    async audios(ids) {
      const found = new Map<string, Audio>()
      for (const some of chunks([...new Set(ids)])) {
        const rows = await database.read
          .selectFrom('media')
          .select(['id', 'audio', 'bytes', 'seconds'])
          .where('id', 'in', some)
          .where('audio', 'is not', null)
          .execute()
        for (const { id, audio, bytes, seconds } of rows)
          found.set(id, { id, format: audio as AudioFormat, bytes: Number(bytes), seconds })
      }
      return found
    },

    async hasFilm(id) {
      const row = await database.read
        .selectFrom('media')
        .select('isFilm')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.isFilm === 1
    },
  }
}

/** Reads the columns that name files. See `listFiles`. */
export const readFileRows = (read: Database['read']) =>
  read.selectFrom('media').select(['id', 'width', 'avifAt', 'isFilm', 'audio']).execute()

export async function countRows(read: Database['read']): Promise<number> {
  const { rows } = await read
    .selectFrom('media')
    .select((row) => row.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

export async function findIdsWithoutRow(read: Database['read'], ids: string[]): Promise<string[]> {
  const stored = new Set<string>()
  for (const some of chunks(ids)) {
    const rows = await read.selectFrom('media').select('id').where('id', 'in', some).execute()
    for (const { id } of rows) stored.add(id)
  }
  return ids.filter((id) => !stored.has(id))
}

export const chunks = (ids: string[], size = IDS_PER_QUERY): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  )
