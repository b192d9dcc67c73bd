/**
 * A text whose lines become rows of the line-up: each line after Enter, and all lines of a pasted text at once. Names of the
 * club's artists are linked to them.
 */
import '../pasted.css'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { CreateOffer } from '../../../../platform/content/admin/fields/reference-field.tsx'
import { keyOfRow } from '../../../../platform/content/admin/fields/rows/row-list.ts'
import type { RowValue } from '../../../../platform/content/admin/form/field-values.ts'
import type { ItemValues } from '../../../../platform/content/admin/form/item-values.ts'
import { Field } from '../../../../platform/forms/field.tsx'
import { liveRegion } from '../../../../platform/ui/live-region.ts'
import { events } from '../../shared/events-resource.ts'
import { createActRow, linkArtists } from './act-rows.ts'
import { type Act, formatActs, readAct, readLineUp, TEXT_MAX } from './read-line-up.ts'

const { columns, max } = events.fields.lineup
const artists = columns.artist.to

/** Delay before a line is added when the focus leaves the field by the keyboard, ms. A click adds it sooner. */
const LEAVE_MS = 300

/** Result of the last text. */
interface Added {
  /** The text, which "Deshacer" returns. */
  text: string
  /** Keys of the rows. */
  keys: ReadonlySet<string>
  /** Number of rows that are linked to an artist of the club. null until the search has ended. */
  known: number | null
  /** Number of acts for which the line-up had no room. */
  remaining: number
  /** Lines that are no acts, as they were typed. */
  skipped: string[]
  /** The room of further lines. */
  room: string
}

export default function PasteLineUp() {
  const { getValues, setValue } = useFormContext<ItemValues>()
  const rows = (useWatch<ItemValues>({ name: 'lineup' }) ?? []) as RowValue[]
  const currentRows = () => (getValues('lineup') ?? []) as RowValue[]
  const onChange = (changed: RowValue[]) => setValue('lineup', changed, { shouldDirty: true })
  const [text, setText] = useState('')
  /** True for a text that came back, which is added by its button alone. */
  const [isHeld, setHeld] = useState(false)
  const [added, setAdded] = useState<Added | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)

  function add(typed: string) {
    const { acts, skipped, room } = readLineUp(typed, added?.room)
    const { keys, remaining } = addActs(acts)
    setText(formatActs(remaining))
    setHeld(remaining.length > 0)
    setAdded({ text: typed.trim(), keys, known: null, remaining: remaining.length, skipped, room })
    void link(keys)
  }

  /** Adds rows while there is room, and returns their keys and the acts that remain. */
  function addActs(acts: readonly Act[]): { keys: ReadonlySet<string>; remaining: Act[] } {
    const before = currentRows()
    const places = Math.max(max - before.length, 0)
    const created = acts.slice(0, places).map((act) => createActRow(act, before))
    if (created.length > 0) onChange([...before, ...created])
    return { keys: new Set(created.map(keyOf)), remaining: acts.slice(places) }
  }

  async function link(keys: ReadonlySet<string>) {
    if (keys.size === 0) return
    const { rows: linked, count } = await linkArtists(currentRows, (row) => keys.has(keyOf(row)))
    if (count > 0) onChange(linked)
    setAdded((last) => (last?.keys === keys ? { ...last, known: count } : last))
  }

  function addSkipped(line: string) {
    if (!added || rows.length >= max) return
    const keys = new Set([...added.keys, ...addActs([readAct(line, added.room)]).keys])
    const at = added.skipped.indexOf(line)
    setAdded({ ...added, keys, known: null, skipped: added.skipped.toSpliced(at, 1) })
    area.current?.focus()
    void link(keys)
  }

  function undo() {
    if (!added) return
    onChange(currentRows().filter((row) => !added.keys.has(keyOf(row))))
    setText([added.text, text].filter(Boolean).join('\n'))
    setHeld(true)
    setAdded(null)
    area.current?.focus()
  }

  /** Adds a line that is still in the field when the focus leaves it. A click on «Publicar» then saves this line as well. */
  function addOnLeave() {
    if (isHeld || text.trim() === '') return
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
    if (isSaving && !isHeld && text.trim() !== '') add(text)
  }

  const addedRows = added ? rows.filter((row) => added.keys.has(keyOf(row))) : []
  const isFull = rows.length >= max
  return (
    <div className="pasted-line-up">
      <Field
        label="Pegar el line-up"
        hint="Una línea por artista, con la hora o sin ella: «23:59 Mica Oyola». «Sala 1» en una línea es la sala de las que siguen. Enter agrega la línea."
      >
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
            onChange={({ target: { value } }) => {
              // Enter, a pasted text and the clipboard of a phone's keyboard all add a line break.
              if (value.includes('\n') && !isHeld) add(value)
              else setText(value)
              if (value === '') setHeld(false)
            }}
            onBlur={addOnLeave}
            onKeyDown={onKeyDown}
            {...control}
          />
        )}
      </Field>
      <div className="pasted-result">
        <p {...liveRegion}>{added && describe(added, isFull)}</p>
        {isHeld && text !== '' && !isFull && (
          <button
            type="button"
            className="button"
            onClick={() => {
              add(text)
              // The pressed button disappears.
              area.current?.focus()
            }}
          >
            Agregar
          </button>
        )}
        {addedRows.length > 0 && (
          <button type="button" className="button" onClick={undo}>
            Deshacer
          </button>
        )}
      </div>
      {added && added.skipped.length > 0 && (
        <ul className="pasted-skipped" aria-label="Líneas que no agregamos">
          {added.skipped.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines can be equal
            <li key={index}>
              <bdi>{line}</bdi>
              <button
                type="button"
                className="button"
                aria-label={`Agregar ${line}`}
                aria-disabled={isFull || undefined}
                onClick={() => addSkipped(line)}
              >
                Agregar
              </button>
            </li>
          ))}
        </ul>
      )}
      {added?.known != null && (
        <ul className="pasted-unknown">
          {addedRows
            .filter((row) => !row.artist)
            .map((row) => (
              <li key={keyOf(row)}>
                <CreateOffer
                  to={artists}
                  name={String(row.name ?? '')}
                  isNameEnough
                  onCreated={({ reference, name }) =>
                    onChange(
                      currentRows().map((one) =>
                        keyOf(one) === keyOf(row) ? { ...one, artist: reference, name } : one,
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

const keyOf = ({ _id }: RowValue): string => keyOfRow(_id)

/** Returns the sentences about the added rows and the remaining lines. */
function describe({ keys, known, remaining, skipped, room }: Added, isFull: boolean): string {
  const sentences = [
    keys.size === 1 ? 'Se agregó 1 artista.' : keys.size > 1 ? `Se agregaron ${keys.size} artistas.` : '',
    known === 1 ? '1 tiene página en el sitio.' : known ? `${known} tienen página en el sitio.` : '',
    keys.size === 0 && room !== '' ? `Lo que sigue va en «${room}».` : '',
    remaining > 0 && isFull
      ? `No entran más: ${remaining === 1 ? 'quedó 1 artista' : `quedaron ${remaining} artistas`} sin agregar.`
      : '',
    skipped.length === 1
      ? '1 línea no parece artista:'
      : skipped.length > 1
        ? `${skipped.length} líneas no parecen artistas:`
        : '',
  ]
  return sentences.filter(Boolean).join(' ')
}
