/** Field for ordered rows. Administrators add, edit and remove rows, and move them by dragging, arrow keys or buttons. */
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { type DescribedFieldProps, FieldError } from '../../../../forms/field.tsx'
import { liveRegion } from '../../../../ui/live-region.ts'
import type { Column, Field } from '../../../shared/fields.ts'
import { getHeadingColumn, type RowValue, summarizeRow } from '../../form/field-values.ts'
import type { PreparedPicture } from '../picture/use-picture.ts'
import { RowColumns, type RowErrors } from './row-columns.tsx'
import { createNextRow, keyOfRow, type RemovedRow, removeRow, restoreRow } from './row-list.ts'
import { RowsTogether } from './rows-together.tsx'
import { followPointer, useReorder } from './use-reorder.ts'

/** Receives a picture of a row while the picture is being prepared. @param row the row's key (`keyOfRow`) */
export type OnRowPicture = (
  row: string,
  column: string,
  prepared: Promise<PreparedPicture>,
  take: (picture: string) => void,
) => void

interface RowsFieldProps extends DescribedFieldProps {
  field: Extract<Field, { kind: 'rows' }>
  errors: RowErrors
  rows: RowValue[]
  /** Returns the current rows of the form, including changes that are not rendered yet. */
  currentRows: () => RowValue[]
  onChange: (rows: RowValue[]) => void
  onPicture: OnRowPicture
  /** Rendered below the rows. */
  tools: ReactNode
  ref?: Ref<{ focus: () => void }> | undefined
}

export function RowsField(props: RowsFieldProps) {
  const { field, label, hint, error, errors, rows, ref } = props
  const { columns, max, words, together, isWhole = false } = field
  const id = useId()
  const addButton = useRef<HTMLButtonElement>(null)
  const list = useRows(props)
  const isFull = rows.length >= max
  useImperativeHandle(ref, () => ({ focus: () => addButton.current?.focus() }))

  /** Renders the removed rows. They stay at their place in the list, each with a button that restores the row. */
  const removedRows = (isHere: (place: number) => boolean) =>
    list.removed
      .filter(({ place }) => isHere(place))
      .map((removed) => {
        const { row } = removed
        const describedBy = `${id}-${row._id}-gone`
        return (
          <li key={`gone-${row._id}`} className="rows-removed" data-row={row._id}>
            <p id={describedBy}>
              Se quitó «<bdi>{list.nameOf(row)}</bdi>».
            </p>
            <button
              type="button"
              className="button rows-undo"
              aria-describedby={describedBy}
              aria-disabled={isFull || undefined}
              onClick={() => list.restore(removed)}
            >
              Deshacer
            </button>
          </li>
        )
      })

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
      {rows.length + list.removed.length > 0 && (
        <ol className="rows-list" ref={list.reorder.list}>
          {rows.flatMap((row, index) => [
            ...removedRows((place) => place === index),
            <RowItem
              key={keyOfRow(row._id)}
              columns={columns}
              isWhole={isWhole}
              row={row}
              index={index}
              count={rows.length}
              errors={errors[index]}
              list={list}
              onPicture={props.onPicture}
            />,
          ])}
          {removedRows((place) => place >= rows.length)}
        </ol>
      )}
      {props.tools}
      <div>
        <button
          type="button"
          className="button"
          ref={addButton}
          aria-disabled={isFull || undefined}
          aria-invalid={error ? true : undefined}
          onClick={list.add}
        >
          Agregar {words.one}
        </button>
      </div>
      {together && rows.length > 0 && (
        <RowsTogether
          together={together}
          rows={rows}
          onChange={(value) =>
            props.onChange(props.currentRows().map((row) => ({ ...row, [together.column]: value })))
          }
        />
      )}
      <p className="unseen" {...liveRegion}>
        {list.reorder.announced}
      </p>
      {isFull && <p className="entry-hint">Pueden ser hasta {max}.</p>}
      {error && <FieldError id={`${id}-error`} message={error} />}
      {hint && (
        <p className="entry-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}

type RowList = ReturnType<typeof useRows>

/** State of the rows (open, removed, dragged), with the actions on the rows. */
function useRows({ field, errors, rows, currentRows, onChange }: RowsFieldProps) {
  const { columns, max, words, isWhole = false } = field
  const isFull = rows.length >= max
  /** Keys of the rows whose columns are shown. */
  const [openRows, setOpenRows] = useState<ReadonlySet<string>>(new Set())
  const [allRemoved, setRemoved] = useState<RemovedRow[]>([])
  // Discarding a draft puts some removed rows back into the form, so they no longer count as removed.
  const removed = allRemoved.filter(({ row }) => !rows.some(({ _id }) => _id === row._id))
  const [dragged, setDragged] = useState<string | null>(null)
  const isOpen = ({ _id }: RowValue) => openRows.has(keyOfRow(_id))
  // A row with an error opens, and stays open when the error is corrected.
  const toOpen = rows.filter((row, index) => hasError(errors[index]) && !isOpen(row))
  if (toOpen.length > 0) setOpenRows(new Set([...openRows, ...toOpen.map(({ _id }) => keyOfRow(_id))]))

  const findName = (row: RowValue): string => String(row[getHeadingColumn(columns)] ?? '').trim()
  const getName = (row: RowValue): string => findName(row) || `${words.one} sin nombre`
  const reorder = useReorder({
    ids: () => currentRows().map(({ _id }) => _id),
    onMove(id, to) {
      const now = currentRows()
      const row = now.find(({ _id }) => _id === id) as RowValue
      onChange(now.filter((one) => one !== row).toSpliced(to, 0, row))
    },
    announcement: (id, place, count) =>
      getPlace(
        currentRows().find(({ _id }) => _id === id),
        place,
        count,
      ),
  })
  const getPlace = (row: RowValue | undefined, place: number, count: number) =>
    row ? `${getName(row)}: lugar ${place} de ${count}.` : ''

  /** Adds an open row. Closes the other rows, except those without a name or with an error. */
  function add() {
    if (isFull) return
    const row = createNextRow(field, currentRows())
    onChange([...currentRows(), row])
    const isDone = (one: RowValue, index: number) => findName(one) !== '' && !hasError(errors[index])
    const unfinished = rows.filter((one, index) => isOpen(one) && !isDone(one, index))
    setOpenRows(new Set([...unfinished, row].map(({ _id }) => keyOfRow(_id))))
    reorder.focusIn(row._id, '.rows-body input')
    reorder.announce('')
  }

  return {
    removed,
    dragged,
    reorder,
    add,
    isOpen,
    nameOf: getName,
    toggle({ _id }: RowValue, isOpen: boolean) {
      setOpenRows((before) => {
        const after = new Set(before)
        if (isOpen) after.add(keyOfRow(_id))
        else after.delete(keyOfRow(_id))
        return after
      })
    },
    /**
     * Enter in the name of the last row adds the next one, so that a list of names is typed without leaving the keys. In
     * other names it only ends the field.
     */
    onKey(event: KeyboardEvent<HTMLElement>, row: RowValue) {
      const { target, key, defaultPrevented, nativeEvent, currentTarget } = event
      if (key !== 'Enter' || defaultPrevented || nativeEvent.isComposing || isWhole) return
      if (findName(row) === '' || target !== currentTarget.querySelector('input')) return
      event.preventDefault()
      if (currentRows().at(-1)?._id === row._id) add()
    },
    remove(row: RowValue) {
      const now = currentRows()
      const index = now.findIndex(({ _id }) => _id === row._id)
      if (index < 0) return
      const after = removeRow({ rows: now, removed }, index)
      setRemoved(after.removed)
      onChange(after.rows)
      reorder.announce('')
      reorder.focusIn(row._id, '.rows-undo')
    },
    restore({ row }: RemovedRow) {
      if (isFull) return
      const after = restoreRow({ rows: currentRows(), removed }, row._id)
      setRemoved(after.removed)
      onChange(after.rows)
      const place = after.rows.findIndex(({ _id }) => _id === row._id) + 1
      reorder.announce(getPlace(row, place, after.rows.length))
      reorder.focusIn(row._id, '.rows-name')
    },
    /**
     * Changes values of a row in the form's current rows. The rendered rows may be out of date, because two pictures can be
     * ready before React renders the first one.
     */
    change(_id: string, change: Partial<RowValue>) {
      // The row can get another id when it is saved, but its key stays the same.
      const key = keyOfRow(_id)
      const changed = (row: RowValue) =>
        keyOfRow(row._id) === key ? ({ ...row, ...change } as RowValue) : row
      onChange(currentRows().map(changed))
      setRemoved((before) => before.map((one) => ({ ...one, row: changed(one.row) })))
    },
    /**
     * Moves a dragged row. The row changes places with a neighbour as soon as the pointer passes the neighbour's middle.
     */
    drag(event: PointerEvent<HTMLElement>, { _id }: RowValue) {
      if (event.button !== 0) return
      setDragged(_id)
      const follow = ({ clientY }: globalThis.PointerEvent) => {
        const elements = [...(reorder.list.current?.querySelectorAll(':scope > .rows-row') ?? [])]
        const from = currentRows().findIndex((row) => row._id === _id)
        const isPast = (index: number) => {
          const box = elements[index]?.getBoundingClientRect()
          const middle = box && box.top + box.height / 2
          return middle !== undefined && (index > from ? clientY > middle : clientY < middle)
        }
        if (isPast(from + 1)) reorder.move(_id, from + 1)
        else if (from > 0 && isPast(from - 1)) reorder.move(_id, from - 1)
      }
      followPointer(event.pointerId, follow, () => setDragged(null))
    },
  }
}

const hasError = (errors: RowErrors[number]): boolean =>
  errors !== undefined && Object.keys(errors).length > 0

interface RowItemProps {
  columns: Record<string, Column>
  isWhole: boolean
  row: RowValue
  index: number
  count: number
  errors: RowErrors[number]
  list: RowList
  onPicture: OnRowPicture
}

function RowItem({ columns, isWhole, row, index, count, errors, list, onPicture }: RowItemProps) {
  const id = useId()
  const isOpen = list.isOpen(row)
  const name = list.nameOf(row)
  const { onKey, move, focusIn } = list.reorder
  const targets = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }
  return (
    <li
      className="rows-row"
      data-row={row._id}
      data-dragged={list.dragged === row._id ? '' : undefined}
      data-invalid={hasError(errors) ? '' : undefined}
    >
      <div className="rows-head">
        <button
          type="button"
          className="rows-handle"
          aria-label={`Mover ${name}: con las flechas, o arrastrando`}
          onKeyDown={(event) => onKey(event, row._id, '.rows-handle', targets)}
          onPointerDown={(event) => list.drag(event, row)}
        >
          <span aria-hidden="true">⠿</span>
        </button>
        <button
          type="button"
          className="rows-name"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => list.toggle(row, !isOpen)}
        >
          <span className="rows-mark" aria-hidden="true">
            {isOpen ? '−' : '+'}
          </span>
          <span className="rows-title">{name}</span>{' '}
          <span className="rows-facts mono">{summarizeRow(columns, row)}</span>
        </button>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter is a key of the name field inside */}
      <div className="rows-body" id={id} hidden={!isOpen} onKeyDown={(event) => list.onKey(event, row)}>
        {isOpen && (
          <RowColumns
            columns={columns}
            isWhole={isWhole}
            row={row}
            errors={errors ?? {}}
            onChange={(change) => list.change(row._id, change)}
            onPicture={(column, prepared) =>
              onPicture(keyOfRow(row._id), column, prepared, (picture) =>
                list.change(row._id, { [column]: picture }),
              )
            }
          />
        )}
        <div className="rows-actions">
          <RowButton
            text="Listo"
            name={name}
            onClick={() => {
              list.toggle(row, false)
              focusIn(row._id, '.rows-name')
            }}
          />
          <RowButton
            className="rows-up"
            text="Subir"
            name={name}
            isDisabled={index === 0}
            onClick={() => move(row._id, index - 1, '.rows-up')}
          />
          <RowButton
            className="rows-down"
            text="Bajar"
            name={name}
            isDisabled={index === count - 1}
            onClick={() => move(row._id, index + 1, '.rows-down')}
          />
          <RowButton text="Quitar" name={name} onClick={() => list.remove(row)} />
        </div>
      </div>
    </li>
  )
}

interface RowButtonProps {
  className?: string
  text: string
  name: string
  isDisabled?: boolean
  onClick: () => void
}

const RowButton = ({ className = '', text, name, isDisabled = false, onClick }: RowButtonProps) => (
  <button
    type="button"
    className={`button ${className}`.trim()}
    aria-disabled={isDisabled || undefined}
    onClick={onClick}
  >
    {text}
    <span className="unseen"> {name}</span>
  </button>
)
