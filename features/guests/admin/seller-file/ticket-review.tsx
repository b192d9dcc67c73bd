/** The tickets of a seller's file before they are loaded: how the rows were read, what changes, and what is missing. */
import { type ReactNode, type Ref, useId, useMemo, useRef, useState } from 'react'
import { Button } from '../../../../platform/admin-layout/button.tsx'
import { Field } from '../../../../platform/forms/field.tsx'
import { passFocus } from '../../../../platform/ui/focus.ts'
import { liveRegion } from '../../../../platform/ui/live-region.ts'
import { compareTickets } from '../../shared/compare-tickets.ts'
import type { Guest } from '../../shared/guests.ts'
import { formatCount } from '../../shared/people-counts.ts'
import type { Ticket } from '../../shared/tickets.ts'
import { formatGuest } from '../guest-words.ts'
import { type Columns, columnKinds, findColumns } from './columns.ts'
import {
  columnWords,
  describeColumn,
  describeComparison,
  describeRead,
  describeTicket,
  formatTicketName,
  formatTickets,
} from './import-words.ts'
import { type NotedRow, readTickets } from './read-tickets.ts'
import { getRows, type SellerFile } from './seller-file.ts'

/** Tickets that are shown as they were read. */
const FIRST_SHOWN = 5
/** Rows of one kind that are drawn at first, and that each tap adds. A file can have thousands. */
const ROWS_SHOWN = 50

interface TicketReviewProps {
  file: SellerFile
  /** The tickets of the list. */
  guests: readonly Guest[]
  isBusy: boolean
  /** The numbers of the file. They take the focus after its choice. */
  summary: Ref<HTMLDivElement>
  /** @param cancel ids of tickets that the file lacks and that are no longer valid */
  onLoad(tickets: Ticket[], cancel: string[]): void
}

export function TicketReview({ file, guests, isBusy, summary, onLoad }: TicketReviewProps) {
  const rows = getRows(file)
  const found = useMemo(() => findColumns(rows), [rows])
  const [columns, setColumns] = useState(found.columns)
  const read = useMemo(() => readTickets(file, columns), [file, columns])
  const { tickets } = read
  const compared = useMemo(() => compareTickets(guests, tickets), [guests, tickets])
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [error, setError] = useState<string>()
  const summaryId = useId()
  const cancel = compared.absent.filter(({ _id }) => marked.has(_id)).map(({ _id }) => _id)

  function load() {
    if (tickets.length === 0) {
      setError(read.error ?? 'No encontramos ninguna entrada. Mirá las columnas, o elegí otro archivo.')
      return
    }
    onLoad(tickets, cancel)
  }

  return (
    <>
      <div className="ticket-summary" id={summaryId} ref={summary} tabIndex={-1}>
        <p className="ticket-file">
          <bdi>{file.name}</bdi>
        </p>
        <p {...liveRegion}>{describeRead(read)}</p>
        <p {...liveRegion}>{tickets.length > 0 && guests.length > 0 && describeComparison(compared)}</p>
        {found.header === null && (
          <p className="guest-over">
            El archivo no tiene títulos en las columnas, así que las adivinamos. Fijate que estén bien.
          </p>
        )}
      </div>
      {tickets.length > 0 && (
        <section aria-label="Así se leen">
          <h3 className="review-title">
            {tickets.length > FIRST_SHOWN ? `Así se leen las primeras ${FIRST_SHOWN}` : 'Así se leen'}
          </h3>
          <ul className="ticket-rows">
            {tickets.slice(0, FIRST_SHOWN).map((ticket, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tickets can be alike, and rows have no state
              <TicketLine key={index} name={formatTicketName(ticket)} facts={describeTicket(ticket)} />
            ))}
          </ul>
        </section>
      )}
      <ChooseColumns
        rows={rows}
        header={found.header}
        found={found.columns}
        columns={columns}
        onColumns={(chosen) => {
          setError(undefined)
          setColumns(chosen)
        }}
      />
      <NotedRows one="fila no se carga" many="filas no se cargan" rows={read.skipped} />
      <NotedRows
        one="estado para mirar: la entrada vale"
        many="estados para mirar: las entradas valen"
        rows={read.unknown}
      />
      <ShownRows
        title={formatCount(compared.changed.length, 'entrada cambia', 'entradas cambian')}
        rows={compared.changed}
        draw={({ row, ticket }) => (
          <TicketLine
            key={row._id}
            name={formatTicketName(ticket)}
            facts={`${describeTicket(ticket)}. Antes: ${formatGuest(row)} · ${describeTicket(row)}`}
          />
        )}
      />
      <MissingTickets
        missing={compared.absent}
        marked={marked}
        onMark={setMarked}
        hasTickets={tickets.length > 0}
      />
      {error && (
        <p className="problem" role="alert">
          {error}
        </p>
      )}
      <div className="guest-add-end">
        <Button kind="strong" isDisabled={isBusy} aria-describedby={summaryId} onClick={load}>
          {`Cargar ${formatTickets(tickets.length)}${cancel.length > 0 ? ` y anular ${cancel.length}` : ''}`}
        </Button>
      </div>
    </>
  )
}

const TicketLine = ({ name, facts }: { name: string; facts: string }) => (
  <li className="review-line">
    <p className="review-words">
      <bdi>{name}</bdi>
      <span className="review-note">
        <bdi>{facts}</bdi>
      </span>
    </p>
  </li>
)

interface ShownRowsProps<Row> {
  title: string
  rows: readonly Row[]
  draw(row: Row): ReactNode
}

/** Rows below a title, a part at a time. */
function ShownRows<Row>({ title, rows, draw }: ShownRowsProps<Row>) {
  const [shown, setShown] = useState(ROWS_SHOWN)
  const heading = useRef<HTMLHeadingElement>(null)
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 ref={heading} className="review-title" tabIndex={-1}>
        {title}
      </h3>
      <ul className="ticket-rows">{rows.slice(0, shown).map(draw)}</ul>
      {rows.length > shown && (
        <Button ref={passFocus(() => heading.current)} onClick={() => setShown(shown + ROWS_SHOWN)}>
          Mostrar {Math.min(rows.length - shown, ROWS_SHOWN)} más
        </Button>
      )}
    </section>
  )
}

const NotedRows = ({ one, many, rows }: { one: string; many: string; rows: readonly NotedRow[] }) => (
  <ShownRows
    title={formatCount(rows.length, one, many)}
    rows={rows}
    draw={({ row, text, reason }) => (
      <li key={row} className="review-line review-open">
        <p className="review-reason">
          Fila {row}. {reason}
        </p>
        <p className="review-note">
          <bdi>{text}</bdi>
        </p>
      </li>
    )}
  />
)

interface ChooseColumnsProps {
  rows: ReturnType<typeof getRows>
  header: number | null
  found: Columns
  columns: Columns
  onColumns(columns: Columns): void
}

/** Columns of buyers are only fallbacks, so they are shown when the file has them. */
const RARE: readonly (keyof Columns)[] = ['buyerName', 'buyerLastName']

function ChooseColumns({ rows, header, found, columns, onColumns }: ChooseColumnsProps) {
  // A guess is looked at, and so is a file without codes or names.
  const isSure = header !== null && found.code !== null && (found.name !== null || found.buyerName !== null)
  const [isOpen, setOpen] = useState(!isSure)
  const id = useId()
  const options = useMemo(() => {
    const width = Math.max(0, ...rows.map((row) => row.length))
    return Array.from({ length: width }, (_, column) => describeColumn(rows, header, column))
  }, [rows, header])
  return (
    <div className="ticket-columns">
      <Button aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setOpen(!isOpen)}>
        Columnas del archivo
      </Button>
      {isOpen && (
        <div id={id} className="guest-fields">
          {columnKinds
            .filter((kind) => !RARE.includes(kind) || found[kind] !== null)
            .map((kind) => (
              <Field key={kind} label={columnWords[kind]}>
                {(control) => (
                  <select
                    className="control"
                    value={columns[kind] ?? ''}
                    onChange={({ target: { value } }) =>
                      onColumns({ ...columns, [kind]: value === '' ? null : Number(value) })
                    }
                    {...control}
                  >
                    <option value="">Ninguna</option>
                    {options.map((option, column) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a column is its index
                      <option key={column} value={column}>
                        {option}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            ))}
        </div>
      )}
    </div>
  )
}

interface MissingTicketsProps {
  missing: readonly Guest[]
  marked: ReadonlySet<string>
  onMark(marked: ReadonlySet<string>): void
  hasTickets: boolean
}

/** Lists the valid tickets that the file lacks. Unmarked ones stay valid. */
function MissingTickets({ missing, marked, onMark, hasTickets }: MissingTicketsProps) {
  const [shown, setShown] = useState(ROWS_SHOWN)
  const list = useRef<HTMLUListElement>(null)
  if (missing.length === 0 || !hasTickets) return null
  const areAllMarked = missing.every(({ _id }) => marked.has(_id))
  const mark = (id: string, isMarked: boolean) => {
    const next = new Set(marked)
    if (isMarked) next.add(id)
    else next.delete(id)
    onMark(next)
  }
  return (
    <fieldset className="ticket-missing">
      <legend>
        {missing.length === 1
          ? 'Una entrada de la lista no está en este archivo. Marcala si ya no vale.'
          : `${formatTickets(missing.length)} de la lista no están en este archivo. Marcá las que ya no valen.`}
      </legend>
      {missing.length > 1 && (
        <Button onClick={() => onMark(new Set(areAllMarked ? [] : missing.map(({ _id }) => _id)))}>
          {areAllMarked ? 'Ninguna' : `Todas (${missing.length})`}
        </Button>
      )}
      <ul ref={list}>
        {missing.slice(0, shown).map((guest) => (
          <li key={guest._id}>
            <label className="tick">
              <input
                type="checkbox"
                checked={marked.has(guest._id)}
                onChange={({ target }) => mark(guest._id, target.checked)}
              />
              <span className="review-words">
                <bdi>{formatGuest(guest)}</bdi>
                <span className="review-note">
                  <bdi>{describeTicket(guest)}</bdi>
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {missing.length > shown && (
        <Button
          ref={passFocus(() => list.current?.querySelector<HTMLElement>('li:last-child input'))}
          onClick={() => setShown(shown + ROWS_SHOWN)}
        >
          Mostrar {Math.min(missing.length - shown, ROWS_SHOWN)} más
        </Button>
      )}
    </fieldset>
  )
}
