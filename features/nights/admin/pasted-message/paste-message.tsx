/**
 * Fills the form of a new night from a pasted message. Each value is shown with its words of the message, and one tap removes it
 * from the form. The form stays unsaved.
 */
import '../pasted.css'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { useEditedItem } from '../../../../platform/content/admin/form/editor/editor-context.ts'
import type { RowValue } from '../../../../platform/content/admin/form/field-values.ts'
import type { ItemValues } from '../../../../platform/content/admin/form/item-values.ts'
import { Field } from '../../../../platform/forms/field.tsx'
import { currentNight } from '../../../../platform/shared/dates.ts'
import { liveRegion } from '../../../../platform/ui/live-region.ts'
import { linkArtists } from '../pasted-line-up/act-rows.ts'
import { type GuessedValue, listGuesses } from './guessed-values.ts'
import { MESSAGE_MAX, readNightMessage } from './read-message.ts'

/** A text that grows by more characters at once was pasted. */
const PASTED_FROM = 20

interface Filled {
  guesses: GuessedValue[]
  /** Values of single fields before they were filled. */
  before: ItemValues
  /** Lines without a value. */
  rest: string[]
}

export default function PasteMessage() {
  const { timeZone } = useEditedItem()
  const { getValues, setValue } = useFormContext<ItemValues>()
  const [text, setText] = useState('')
  const [filled, setFilled] = useState<Filled | null>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()

  const change = (name: string, value: ItemValues[string]) => setValue(name, value, { shouldDirty: true })
  const rowsOf = (field: string) => (getValues(field) ?? []) as RowValue[]

  function fill(message: string) {
    const before = getValues()
    const read = readNightMessage(message, currentNight(new Date(), timeZone))
    const guesses = listGuesses(read, before)
    const rows = new Map<string, RowValue[]>()
    for (const { field, value } of guesses)
      if (typeof value === 'string') change(field, value)
      else rows.set(field, [...(rows.get(field) ?? rowsOf(field)), value])
    for (const [field, list] of rows) change(field, list)
    // The text and its button disappear.
    flushSync(() => setFilled({ guesses, before, rest: read.rest }))
    status.current?.focus()
    void linkToArtists(guesses)
  }

  async function linkToArtists(guesses: readonly GuessedValue[]) {
    const ids = new Set(guesses.flatMap(({ value }) => (typeof value === 'string' ? [] : [value._id])))
    const { rows, count } = await linkArtists(
      () => rowsOf('lineup'),
      ({ _id }) => ids.has(_id),
    )
    if (count > 0) change('lineup', rows)
  }

  function remove(guess: GuessedValue) {
    if (!filled) return
    const { field, value } = guess
    if (typeof value === 'string') change(field, filled.before[field] ?? '')
    else
      change(
        field,
        rowsOf(field).filter(({ _id }) => _id !== value._id),
      )
    setFilled({ ...filled, guesses: filled.guesses.filter((one) => one !== guess) })
    // The pressed button disappears.
    status.current?.focus()
  }

  function removeAll() {
    if (!filled) return
    const ids = new Set(filled.guesses.flatMap(({ value }) => (typeof value === 'string' ? [] : [value._id])))
    for (const { field, value } of filled.guesses)
      if (typeof value === 'string') change(field, filled.before[field] ?? '')
    for (const field of ['lineup', 'offers'])
      change(
        field,
        rowsOf(field).filter(({ _id }) => !ids.has(_id)),
      )
    flushSync(() => setFilled(null))
    area.current?.focus()
  }

  return (
    <details className="field-group pasted-message">
      <summary>
        <span className="field-group-label">Pegar un mensaje</span>{' '}
        <span className="field-group-said">Día, hora, artistas y precios, de una vez</span>
      </summary>
      <div className="field-group-fields">
        {filled === null && (
          <>
            <Field
              label="El mensaje entero"
              hint="Como llegó por WhatsApp, mail o Instagram. Vas a ver de qué palabras salió cada dato; no se guarda nada hasta que lo revises."
            >
              {(control) => (
                <textarea
                  ref={area}
                  className="control"
                  rows={5}
                  maxLength={MESSAGE_MAX}
                  autoComplete="off"
                  spellCheck={false}
                  value={text}
                  onChange={({ target: { value } }) => {
                    const isPasted = value.length - text.length > PASTED_FROM && value.includes('\n')
                    setText(value)
                    if (isPasted) fill(value)
                  }}
                  {...control}
                />
              )}
            </Field>
            <div>
              <button
                type="button"
                className="button"
                aria-disabled={text.trim() === '' || undefined}
                onClick={() => text.trim() !== '' && fill(text)}
              >
                Completar la fecha
              </button>
            </div>
          </>
        )}
        <p {...liveRegion} tabIndex={-1} ref={status}>
          {filled && describe(filled.guesses.length)}
        </p>
        {filled && (
          <>
            <ul className="pasted-message-list">
              {filled.guesses.map((guess, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: guesses have no name of their own, and no state
                <li key={index}>
                  <p>
                    <span className="pasted-message-label">{guess.label}</span>{' '}
                    <bdi id={`${id}-${index}`}>{guess.shown}</bdi>
                    <q>{guess.words}</q>
                  </p>
                  <button
                    type="button"
                    className="button"
                    aria-describedby={`${id}-${index}`}
                    onClick={() => remove(guess)}
                  >
                    Quitar
                  </button>
                </li>
              ))}
            </ul>
            {filled.rest.length > 0 && (
              <details className="pasted-message-rest">
                <summary>Sin usar ({filled.rest.length})</summary>
                <ul>
                  {filled.rest.map((line, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: lines can be equal
                    <li key={index}>{line}</li>
                  ))}
                </ul>
              </details>
            )}
            <div>
              <button type="button" className="button" onClick={removeAll}>
                Deshacer todo
              </button>
            </div>
          </>
        )}
      </div>
    </details>
  )
}

const describe = (count: number): string =>
  count === 0
    ? 'No encontramos ningún dato en el mensaje.'
    : count === 1
      ? 'Completamos 1 dato. Revisalo: está más abajo, en su campo.'
      : `Completamos ${count} datos. Revisalos: cada uno está más abajo, en su campo.`
