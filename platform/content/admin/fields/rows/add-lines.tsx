import { type KeyboardEvent, useRef, useState } from 'react'
import { Field as LabelledField } from '../../../../forms/field.tsx'
import type { Field } from '../../../shared/fields.ts'
import { fold } from '../../../shared/titles.ts'
import { getHeadingColumn, type RowValue } from '../../form/field-values.ts'
import { findReferencesByName } from '../found-references.ts'
import { CreateOffer } from '../reference-field.tsx'
import { type PastedLine, parseLines, TEXT_MAX } from './pasted-lines.ts'
import { createNextRow, keyOfRow } from './row-list.ts'

type RowsDeclaration = Extract<Field, { kind: 'rows' }>

interface AddLinesProps {
  field: RowsDeclaration
  lines: NonNullable<RowsDeclaration['lines']>
  rows: RowValue[]
  /** Returns the current rows of the form, including changes that are not rendered yet. */
  currentRows: () => RowValue[]
  onChange: (rows: RowValue[]) => void
}

/** Delay before a line is added when the focus leaves the field by the keyboard, ms. A click adds it sooner. */
const LEAVE_MS = 300

/** The rows that the last text added. */
interface Added {
  /** Keys of the rows. */
  keys: ReadonlySet<string>
  /** Number of rows that are linked to an item of the club. null until the search has ended. */
  known: number | null
  /** Number of lines for which the list had no room. */
  remaining: number
}

/**
 * A text whose lines become rows: each line after Enter, and all lines of a pasted text at once. Names of the club's items
 * are linked to them.
 */
export function AddLines({ field, lines, rows, currentRows, onChange }: AddLinesProps) {
  const { columns, max, words } = field
  const [text, setText] = useState('')
  const [added, setAdded] = useState<Added | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const heading = getHeadingColumn(columns)
  const column = columns[heading]
  const nameMax = column?.kind === 'line' ? column.max : 0
  const source = column?.namedBy
  const reference = source === undefined ? undefined : columns[source]

  function add(typed: string) {
    const parsed = parseLines(typed)
    const before = currentRows()
    const room = Math.max(max - before.length, 0)
    const newRows = parsed.slice(0, room).map(({ name, from, to }) => ({
      ...createNextRow(field, before),
      [heading]: name.slice(0, nameMax),
      [lines.from]: from,
      [lines.to]: to,
    })) as RowValue[]
    const remaining = parsed.slice(room)
    setText(remaining.map(formatLine).join('\n'))
    if (parsed.length === 0) return
    const keys = new Set(newRows.map(({ _id }) => keyOfRow(_id)))
    setAdded({ keys, known: null, remaining: remaining.length })
    if (newRows.length === 0) return
    onChange([...before, ...newRows])
    void link(keys)
  }

  const isAdded = ({ _id }: RowValue, keys: ReadonlySet<string>) => keys.has(keyOfRow(_id))
  const nameOf = (row: RowValue) => String(row[heading] ?? '')

  /** Links the rows to items that have exactly these names. */
  async function link(keys: ReadonlySet<string>) {
    if (source === undefined || reference?.kind !== 'reference') return
    const found = await findReferencesByName(reference.to)
    let known = 0
    const linked = currentRows().map((row) => {
      const match =
        isAdded(row, keys) && row[source] === null ? found.get(fold(nameOf(row).trim())) : undefined
      if (!match) return row
      known++
      return { ...row, [source]: match.reference, [heading]: match.name }
    })
    if (known > 0) onChange(linked)
    setAdded((last) => (last?.keys === keys ? { ...last, known } : last))
  }

  /** Adds a line that is still in the field when the focus leaves it. A click on «Publicar» then saves this line as well. */
  function addOnLeave() {
    if (text.trim() === '') return
    let isDone = false
    const leave = () => {
      if (isDone) return
      isDone = true
      removeEventListener('click', leave, { capture: true })
      add(area.current?.value ?? '')
    }
    // Adding rows moves the controls below, so the click has to reach its control first.
    addEventListener('click', leave, { capture: true })
    setTimeout(leave, LEAVE_MS)
  }

  function onKeyDown(event: KeyboardEvent) {
    const isSaving = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'
    if (isSaving) add(text)
  }

  const unknown =
    added?.known == null || source === undefined
      ? []
      : rows.filter((row) => isAdded(row, added.keys) && !row[source])
  const isFull = rows.length >= max
  return (
    <div className="rows-lines">
      <LabelledField label={lines.label} hint={lines.hint}>
        {(control) => (
          <textarea
            ref={area}
            className="control"
            rows={rows.length === 0 ? 4 : 2}
            maxLength={TEXT_MAX}
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            enterKeyHint="enter"
            value={text}
            // Enter, a pasted text and the clipboard of a phone's keyboard all add a line break.
            onChange={({ target: { value } }) => (value.includes('\n') ? add(value) : setText(value))}
            onBlur={addOnLeave}
            onKeyDown={onKeyDown}
            {...control}
          />
        )}
      </LabelledField>
      <div className="rows-lines-added">
        <p role="status">{added && describe(added, words.one, isFull)}</p>
        {added && rows.some((row) => isAdded(row, added.keys)) && (
          <button
            type="button"
            className="button"
            onClick={() => {
              onChange(currentRows().filter((row) => !isAdded(row, added.keys)))
              setAdded(null)
              area.current?.focus()
            }}
          >
            Deshacer
          </button>
        )}
      </div>
      {reference?.kind === 'reference' && source !== undefined && unknown.length > 0 && (
        <ul className="rows-lines-unknown">
          {unknown.map((row) => (
            <li key={keyOfRow(row._id)}>
              <CreateOffer
                to={reference.to}
                name={nameOf(row)}
                isNameEnough
                onCreated={({ reference: made, name }) =>
                  onChange(
                    currentRows().map((one) =>
                      keyOfRow(one._id) === keyOfRow(row._id)
                        ? { ...one, [source]: made, [heading]: name }
                        : one,
                    ),
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const formatLine = ({ name, from, to }: PastedLine): string =>
  [[from, to].filter(Boolean).join(' - '), name].filter(Boolean).join(' ')

/** Returns the sentences about the added rows and the remaining lines. @param one the word for one row */
function describe({ keys, known, remaining }: Added, one: string, isFull: boolean): string {
  const sentences = [
    keys.size === 1 ? `Se agregó 1 ${one}.` : keys.size > 1 ? `Se agregaron ${keys.size} ${one}s.` : '',
    known === 1 ? '1 tiene página en el sitio.' : known ? `${known} tienen página en el sitio.` : '',
    remaining > 0 && isFull
      ? `No entran más: ${remaining === 1 ? 'quedó 1 línea' : `quedaron ${remaining} líneas`} sin agregar.`
      : '',
  ]
  return sentences.filter(Boolean).join(' ')
}
