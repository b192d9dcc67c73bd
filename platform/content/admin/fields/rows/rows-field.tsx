/** Rows in an order of their own: added, filled in, taken away, and moved by dragging, by arrow keys or by buttons. */
import {
  type ChangeEvent,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import {
  type Column,
  ENGLISH_LABEL,
  ENGLISH_NOTE,
  type Field,
  type Reference,
  spanishName,
} from '../../../shared/fields.ts'
import { FILE_ERROR } from '../../form/editor/pending-files.ts'
import { headingColumn, isBegun, newRow, type RowValue, rowFacts } from '../../form/field-values.ts'
import { FieldError } from '../field.tsx'
import type { PreparedPicture } from '../picture/image-field.tsx'
import { ReferenceField, SearchField } from '../reference-field.tsx'
import { spanishHint } from '../spanish-hint.ts'
import { columnInput } from './column-input.tsx'
import { putBack, type RemovedRow, takeAway } from './removed-rows.ts'
import { keyOfRow } from './row-keys.ts'

type RowsOf = Extract<Field, { kind: 'rows' }>

/** What is wrong with each row, column by column. */
export type RowErrors = (Record<string, { message?: string; type?: string } | undefined> | undefined)[]

/** Receives a picture of a row while it is being prepared. @param row the row's key (`keyOfRow`) */
export type OnRowPicture = (
  row: string,
  column: string,
  prepared: Promise<PreparedPicture>,
  take: (picture: string) => void,
) => void

interface RowsFieldProps {
  field: RowsOf
  label: string
  hint?: string | undefined
  error?: string | undefined
  errors: RowErrors
  rows: RowValue[]
  /** Returns the rows that the form holds now, also changes that are not rendered yet. */
  currentRows: () => RowValue[]
  onChange: (rows: RowValue[]) => void
  onPicture: OnRowPicture
  ref?: Ref<{ focus: () => void }> | undefined
}

export function RowsField(props: RowsFieldProps) {
  const { field, label, hint, error, errors, rows, currentRows, onChange, onPicture, ref } = props
  const { columns, min = 0, max, words } = field
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [openRows, setOpenRows] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  /** What gets the focus once it is there: a row's element by its mark. */
  const [focus, setFocus] = useState<{ row: string; mark: string } | null>(null)
  const isFull = rows.length >= max
  const [removed, setRemoved] = useState<RemovedRow[]>([])
  // A draft that is dropped brings some of them back by itself.
  const gone = removed.filter(({ row }) => !rows.some(({ _id }) => _id === row._id))
  // A row with something wrong in it is opened, and stays so once it is mended.
  const wrongRows = rows.filter((row, index) => isWrong(errors[index]) && !openRows.has(keyOfRow(row._id)))
  if (wrongRows.length > 0) setOpenRows(new Set([...openRows, ...wrongRows.map(({ _id }) => keyOfRow(_id))]))

  useImperativeHandle(ref, () => ({ focus: () => addButton.current?.focus() }))

  useEffect(() => {
    if (!focus) return
    const row = list.current?.querySelector(`[data-row="${CSS.escape(focus.row)}"]`)
    row?.querySelector<HTMLElement>(focus.mark)?.focus()
    setFocus(null)
  }, [focus])

  const nameIn = (row: RowValue): string => String(row[headingColumn(columns)] ?? '').trim()
  const isNamed = (row: RowValue): boolean => nameIn(row) !== ''
  const nameOf = (row: RowValue): string => nameIn(row) || `${words.one} sin nombre`

  function toggle(_id: string, isOpen: boolean) {
    setOpenRows((before) => {
      const after = new Set(before)
      if (isOpen) after.add(keyOfRow(_id))
      else after.delete(keyOfRow(_id))
      return after
    })
  }

  function add() {
    if (isFull) return
    const row = newRow(columns)
    onChange([...currentRows(), row])
    // What has a name is done with, for now.
    const isDone = (one: RowValue, index: number) => isNamed(one) && !isWrong(errors[index])
    const left = rows.filter((one, index) => openRows.has(keyOfRow(one._id)) && !isDone(one, index))
    setOpenRows(new Set([...left, row].map(({ _id }) => keyOfRow(_id))))
    setFocus({ row: row._id, mark: '.rows-body input' })
    setSaid('')
  }

  function remove(row: RowValue) {
    const now = currentRows()
    const index = now.findIndex(({ _id }) => _id === row._id)
    if (index < 0) return
    const after = takeAway({ rows: now, removed: gone }, index)
    setRemoved(after.removed)
    onChange(after.rows)
    setSaid('')
    setFocus({ row: row._id, mark: '.rows-undo' })
  }

  function undo({ row }: RemovedRow) {
    if (isFull) return
    const after = putBack({ rows: currentRows(), removed: gone }, row._id)
    setRemoved(after.removed)
    onChange(after.rows)
    const place = after.rows.findIndex(({ _id }) => _id === row._id) + 1
    setSaid(`${nameOf(row)}: lugar ${place} de ${after.rows.length}.`)
    setFocus({ row: row._id, mark: '.rows-name' })
  }

  /** @returns whether it moved */
  function move(_id: string, to: number): boolean {
    const now = currentRows()
    const from = now.findIndex((row) => row._id === _id)
    const row = now[from]
    if (!row || to === from || to < 0 || to >= now.length) return false
    const after = now.toSpliced(from, 1).toSpliced(to, 0, row)
    onChange(after)
    setSaid(`${nameOf(row)}: lugar ${to + 1} de ${now.length}.`)
    return true
  }

  function onHandleKey(event: KeyboardEvent, row: RowValue, index: number) {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: rows.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    // An element that is moved in the page loses the focus.
    if (move(row._id, to)) setFocus({ row: row._id, mark: '.rows-handle' })
  }

  function drag(event: PointerEvent<HTMLElement>, row: RowValue) {
    if (event.button !== 0) return
    const dragging = new AbortController()
    const { pointerId } = event
    setDragged(row._id)
    const follow = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== pointerId) return
      const elements = [...(list.current?.querySelectorAll(':scope > .rows-row') ?? [])]
      const from = currentRows().findIndex(({ _id }) => _id === row._id)
      const isPast = (index: number) => {
        const box = elements[index]?.getBoundingClientRect()
        const middle = box && box.top + box.height / 2
        return middle !== undefined && (index > from ? moved.clientY > middle : moved.clientY < middle)
      }
      if (isPast(from + 1) && from + 1 < elements.length) move(row._id, from + 1)
      else if (from > 0 && isPast(from - 1)) move(row._id, from - 1)
    }
    const end = (ended: globalThis.PointerEvent) => {
      if (ended.pointerId !== pointerId) return
      dragging.abort()
      setDragged(null)
    }
    // Not on the handle: it may be taken out of the page and put back while it is dragged.
    const { signal } = dragging
    window.addEventListener('pointermove', follow, { signal })
    window.addEventListener('pointerup', end, { signal })
    window.addEventListener('pointercancel', end, { signal })
  }

  /** Two pictures can be ready before React renders the first one, so this never starts from the rendered rows. */
  function set(_id: string, change: Partial<RowValue>) {
    // It may have been saved, and numbered, meanwhile.
    const key = keyOfRow(_id)
    const changed = (row: RowValue) => (keyOfRow(row._id) === key ? ({ ...row, ...change } as RowValue) : row)
    onChange(currentRows().map(changed))
    setRemoved((before) => before.map((one) => ({ ...one, row: changed(one.row) })))
  }

  /** What was taken away between the rows. @param isThere by how many rows stand before it */
  const undoLines = (isThere: (place: number) => boolean) =>
    gone
      .filter(({ place }) => isThere(place))
      .map((one) => (
        <li key={`gone-${one.row._id}`} className="rows-removed" data-row={one.row._id}>
          <p id={`${id}-${one.row._id}-gone`}>Se quitó «{nameOf(one.row)}».</p>
          <button
            type="button"
            className="button rows-undo"
            aria-describedby={`${id}-${one.row._id}-gone`}
            aria-disabled={isFull || undefined}
            onClick={() => undo(one)}
          >
            Deshacer
          </button>
        </li>
      ))

  return (
    <fieldset
      className="entry rows"
      data-invalid={error ? '' : undefined}
      aria-describedby={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
    >
      <legend className="entry-label">
        {label}{' '}
        <span className="measure">
          {rows.length}/{max}
        </span>
      </legend>
      {rows.length + gone.length > 0 && (
        <ol className="rows-list" ref={list}>
          {rows.flatMap((row, index) => {
            const wrong = errors[index]
            const isOpen = openRows.has(keyOfRow(row._id))
            const name = nameOf(row)
            return [
              ...undoLines((place) => place === index),
              <li
                key={keyOfRow(row._id)}
                className="rows-row"
                data-row={row._id}
                data-dragged={dragged === row._id ? '' : undefined}
                data-invalid={isWrong(wrong) ? '' : undefined}
              >
                <div className="rows-head">
                  <button
                    type="button"
                    className="rows-handle"
                    aria-label={`Mover ${name}: con las flechas, o arrastrando`}
                    onKeyDown={(event) => onHandleKey(event, row, index)}
                    onPointerDown={(event) => drag(event, row)}
                  >
                    <span aria-hidden="true">⠿</span>
                  </button>
                  <button
                    type="button"
                    className="rows-name"
                    aria-expanded={isOpen}
                    aria-controls={`${id}-${row._id}`}
                    onClick={() => toggle(row._id, !isOpen)}
                  >
                    <span className="rows-mark" aria-hidden="true">
                      {isOpen ? '−' : '+'}
                    </span>
                    <span className="rows-title">{name}</span>{' '}
                    <span className="rows-facts mono">{rowFacts(columns, row)}</span>
                  </button>
                </div>
                <div className="rows-body" id={`${id}-${row._id}`} hidden={!isOpen}>
                  {isOpen && (
                    <Columns
                      columns={columns}
                      row={row}
                      errors={wrong ?? {}}
                      onChange={(change) => set(row._id, change)}
                      onPicture={(column, prepared) =>
                        onPicture(keyOfRow(row._id), column, prepared, (picture) =>
                          set(row._id, { [column]: picture }),
                        )
                      }
                    />
                  )}
                  <div className="rows-actions">
                    <button
                      type="button"
                      className="button"
                      onClick={() => {
                        toggle(row._id, false)
                        setFocus({ row: row._id, mark: '.rows-name' })
                      }}
                    >
                      Listo<span className="unseen"> {name}</span>
                    </button>
                    <button
                      type="button"
                      className="button rows-up"
                      aria-disabled={index === 0 || undefined}
                      onClick={() => move(row._id, index - 1) && setFocus({ row: row._id, mark: '.rows-up' })}
                    >
                      Subir<span className="unseen"> {name}</span>
                    </button>
                    <button
                      type="button"
                      className="button rows-down"
                      aria-disabled={index === rows.length - 1 || undefined}
                      onClick={() =>
                        move(row._id, index + 1) && setFocus({ row: row._id, mark: '.rows-down' })
                      }
                    >
                      Bajar<span className="unseen"> {name}</span>
                    </button>
                    {rows.length > min && (
                      <button type="button" className="button" onClick={() => remove(row)}>
                        Quitar<span className="unseen"> {name}</span>
                      </button>
                    )}
                  </div>
                </div>
              </li>,
            ]
          })}
          {undoLines((place) => place >= rows.length)}
        </ol>
      )}
      {min < max && (
        <div>
          <button
            type="button"
            className="button"
            ref={addButton}
            aria-disabled={isFull || undefined}
            aria-invalid={error ? true : undefined}
            onClick={add}
          >
            Agregar {words.one}
          </button>
        </div>
      )}
      <p className="unseen" role="status">
        {said}
      </p>
      {isFull && min < max && <p className="entry-hint">Pueden ser hasta {max}.</p>}
      {error && <FieldError id={`${id}-error`} message={error} />}
      {hint && (
        <p className="entry-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}

const isWrong = (wrong: RowErrors[number]): boolean => wrong !== undefined && Object.keys(wrong).length > 0

interface ColumnsProps {
  columns: Record<string, Column>
  row: RowValue
  errors: NonNullable<RowErrors[number]>
  onChange: (change: Partial<RowValue>) => void
  onPicture: (column: string, prepared: Promise<PreparedPicture>) => void
}

const textIn = (
  given: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement> | string,
): string => (typeof given === 'string' ? given : given.target.value)

/** Characters of a line that is short enough to stand beside others. */
const SHORT_LINE_MAX = 60

/** Whether a column takes the whole width. */
const isLong = (column: Column): boolean =>
  column.kind === 'text' || column.kind === 'image' || (column.kind === 'line' && column.max > SHORT_LINE_MAX)

/**
 * The fields of one row, its name first, and alone until there is anything in the row. One that is named by a reference is
 * where that is searched for: it has no field of its own.
 */
function Columns({ columns, row, errors, onChange, onPicture }: ColumnsProps) {
  const naming = new Set(Object.values(columns).flatMap(({ namedBy }) => namedBy ?? []))
  const heading = headingColumn(columns)
  const isWhole = isBegun(columns, row) || Object.keys(errors).length > 0
  const shown = [heading, ...Object.keys(columns).filter((name) => isWhole && name !== heading)].filter(
    (name) => !naming.has(name),
  )
  const inEnglish = shown.filter((name) => spanishName(columns, name) !== null)
  const inputsOf = (names: readonly string[]) =>
    names.map((name) => {
      const column = columns[name] as Column
      const { label, namedBy } = column
      const spanish = spanishName(columns, name)
      const hint = spanish === null ? column.hint : spanishHint(textOf(row[spanish]))
      const isRequired = column.kind === 'line' && !column.optional
      const described = {
        label: isRequired ? label : `${label} (opcional)`,
        hint,
        error: errors[name]?.message,
      }
      const value = row[name] ?? null
      const text = textOf(value)
      const source = namedBy === undefined ? undefined : columns[namedBy]
      if (namedBy !== undefined && source?.kind === 'reference')
        return (
          <SearchField
            key={name}
            {...described}
            label={label}
            hint="Si es del club, elegilo de la lista; si no, escribí el nombre."
            error={described.error ?? errors[namedBy]?.message}
            to={source.to}
            text={text}
            onText={(typed) => onChange({ [name]: typed })}
            chosen={row[namedBy] as Reference | null}
            onChoose={(found) =>
              onChange(found ? { [namedBy]: found.reference, [name]: found.name } : { [namedBy]: null })
            }
            maxLength={column.kind === 'line' ? column.max : undefined}
          />
        )
      if (column.kind === 'reference')
        return (
          <ReferenceField
            key={name}
            {...described}
            to={column.to}
            value={value as Reference | null}
            onChange={(chosen) => onChange({ [name]: chosen })}
          />
        )
      return (
        <div
          key={name}
          className="rows-column"
          data-kind={column.kind}
          data-long={isLong(column) ? '' : undefined}
        >
          {columnInput({
            field: column,
            described:
              column.kind === 'choice' || column.kind === 'currency' ? { ...described, label } : described,
            typed: {
              value: text,
              onChange: (given) => onChange({ [name]: textIn(given) }),
              onBlur: () => {},
              ...(spanish !== null && { lang: 'en' }),
            },
            onPicture: (prepared) => onPicture(name, prepared),
            hasFailed: errors[name]?.type === FILE_ERROR,
          })}
        </div>
      )
    })
  return (
    <div className="rows-columns">
      {inputsOf(shown.filter((name) => !inEnglish.includes(name)))}
      {inEnglish.length > 0 && (
        <details
          className="rows-column field-group"
          data-long=""
          open={inEnglish.some((name) => errors[name]) || undefined}
        >
          <summary>
            <span className="field-group-label">{ENGLISH_LABEL}</span>
          </summary>
          <div className="rows-columns">
            <p className="entry-hint" data-long="">
              {ENGLISH_NOTE}
            </p>
            {inputsOf(inEnglish)}
          </div>
        </details>
      )}
    </div>
  )
}

const textOf = (value: RowValue[string] | undefined): string => (typeof value === 'string' ? value : '')
