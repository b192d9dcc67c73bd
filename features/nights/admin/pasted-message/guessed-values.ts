/** Turns what was read from a message into values of the form of a night. */
import {
  createRowValue,
  formatFieldValue,
  type RowValue,
} from '../../../../platform/content/admin/form/field-values.ts'
import type { ItemValues } from '../../../../platform/content/admin/form/item-values.ts'
import { addDays, NIGHT_ENDS_AT_HOUR } from '../../../../platform/shared/night-dates.ts'
import { formatPrice } from '../../../../platform/shared/prices.ts'
import { events } from '../../shared/events-resource.ts'
import { createActRow } from '../pasted-line-up/act-rows.ts'
import type { NightMessage } from './read-message.ts'

const { fields } = events

/** A value that a message gave, and how its row or field is called. */
export interface GuessedValue {
  /** Name of the field. */
  field: 'title' | 'date' | 'endsAt' | 'url' | 'ageMin' | 'offers' | 'lineup'
  label: string
  /** The value in one line. */
  shown: string
  /** The words of the message. */
  words: string
  /** A single value, or one row of a field with rows. */
  value: string | RowValue
}

/** Returns the values in the order of the form. @param before the values of the form */
export function listGuesses(message: NightMessage, before: ItemValues): GuessedValue[] {
  const { day, doors, title, endsAt, url, ageMin, offers, acts } = message
  const single = (
    field: 'title' | 'endsAt' | 'url' | 'ageMin',
    guess: { value: string | number; words: string } | null,
  ) =>
    guess === null
      ? []
      : [
          {
            field,
            label: fields[field].label,
            shown: String(guess.value),
            words: guess.words,
            value: String(guess.value),
          },
        ]
  const date = day && joinDate(day.value, doors?.value)
  return [
    ...(date
      ? [
          {
            field: 'date' as const,
            label: fields.date.label,
            shown: formatFieldValue(fields.date, date),
            words: [...new Set([day.words, ...(doors ? [doors.words] : [])])].join(' … '),
            value: date,
          },
        ]
      : []),
    ...single('endsAt', endsAt),
    ...single('title', title),
    ...single('url', url),
    ...acts.map((act) => {
      const hours = [act.from, act.to].filter(Boolean).join(' – ')
      return {
        field: 'lineup' as const,
        label: 'Artista',
        shown: [act.name, hours, act.room].filter(Boolean).join(' · '),
        words: act.words,
        value: createActRow(act, (before.lineup ?? []) as RowValue[]),
      }
    }),
    ...offers.map(({ value: { name, price, currency, availability, until }, words }) => {
      const row: RowValue = {
        ...createRowValue(fields.offers.columns),
        name: name.slice(0, fields.offers.columns.name.max),
        price: String(price).replace('.', ','),
        ...(currency !== null && { currency }),
        availability,
        until,
      }
      return { field: 'offers' as const, label: 'Entrada', shown: summarize(row, price), words, value: row }
    }),
    ...single('ageMin', ageMin),
  ]
}

const summarize = (row: RowValue, price: number): string =>
  [
    row.name,
    formatPrice(price, String(row.currency)),
    formatFieldValue(fields.offers.columns.availability, row.availability ?? null),
    row.until && `hasta ${row.until}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** Doors of a night after midnight are on the next calendar day. */
const joinDate = (day: string, doors: string | undefined): string =>
  doors === undefined
    ? day
    : `${Number(doors.slice(0, 2)) < NIGHT_ENDS_AT_HOUR ? addDays(day) : day}T${doors}`
