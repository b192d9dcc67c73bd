/** Numbers that administrators set for a feature, such as a retention period. They are in no settings group. */
import type { Kysely } from 'kysely'
import type { DeletionTime } from '../../clock/deletion-clock.ts'
import type { Changes } from '../../content/shared/audit-log.ts'
import type { Database } from '../../db/connect.ts'
import { type Actor, recordEntry } from '../../db/record-entry.ts'
import { raiseRevision } from '../../db/revisions.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import type { Tables } from '../../db/tables.ts'

/** null: no number */
type Numbers<V> = Record<keyof V, number | null>

export interface NumbersDeclaration<V> {
  /** Id and label of the entries in the audit log. */
  itemId: string
  label: string
  /** Keys of the table `settings`. */
  keys: Record<keyof V & string, string>
  defaults: V
}

export async function readNumbers<V extends Numbers<V>>(
  from: Kysely<Tables>,
  { keys, defaults }: NumbersDeclaration<V>,
): Promise<V> {
  const numbers: Numbers<V> = { ...defaults }
  for (const name of listNames(keys)) {
    const stored = await readSetting(from, keys[name])
    // An empty text is a number that was removed.
    if (stored !== null) numbers[name] = stored === '' ? null : Number(stored)
  }
  return numbers as V
}

export interface ChangeOptions {
  database: Database
  now: () => number
  deletionTime: DeletionTime
  /** Erases what a shorter period no longer keeps. @param at ms since 1970 */
  tidy(at: number): Promise<void>
  /** Called after a change, to expire /privacidad, which shows the periods. */
  onChange: (resource: 'settings', revision: number) => void
}

/** Stores numbers with an entry of the audit log, then erases what they no longer keep. */
export async function changeNumbers<V extends Numbers<V>>(
  { database, now, deletionTime, tidy, onChange }: ChangeOptions,
  declaration: NumbersDeclaration<V>,
  numbers: V,
  by: Actor,
): Promise<V> {
  const { itemId, label, keys } = declaration
  const revision = await database.write(async (tx) => {
    const before = await readNumbers(tx, declaration)
    const changed = listNames(keys).filter((name) => before[name] !== numbers[name])
    if (changed.length === 0) return null
    const changes: Changes = {}
    for (const name of changed) {
      await writeSetting(tx, keys[name], String(numbers[name] ?? ''))
      changes[name] = [toText(before[name]), toText(numbers[name])]
    }
    await recordEntry(tx, { at: now(), by, action: 'update', resource: 'settings', itemId, label, changes })
    return raiseRevision(tx, 'settings', 0)
  })
  if (revision !== null) onChange('settings', revision)
  const at = await deletionTime()
  if (at !== null) await tidy(at)
  return numbers
}

const listNames = <N extends string>(keys: Record<N, string>): N[] => Object.keys(keys) as N[]

const toText = (value: number | null): string | null => (value === null ? null : String(value))
