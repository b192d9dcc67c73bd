/** Loads the file of a seller into a list of tickets: choose it, see how it was read, load it. */
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { adminApi } from '../../../../platform/admin-layout/admin-api.ts'
import { FileButton } from '../../../../platform/content/admin/fields/upload/file-entry.tsx'
import { Field, FieldError } from '../../../../platform/forms/field.tsx'
import { LONG_NOTICE_MS } from '../../../../platform/shared/limits.ts'
import { liveRegion } from '../../../../platform/ui/live-region.ts'
import { notify } from '../../../../platform/ui/notify.ts'
import type { Guest, GuestList } from '../../shared/guests.ts'
import type { Ticket } from '../../shared/tickets.ts'
import type { NightActions } from '../use-night-actions.ts'
import { describeImported } from './import-words.ts'
import { readChosenFile } from './read-seller-file.ts'
import type { SellerFile } from './seller-file.ts'
import { TicketReview } from './ticket-review.tsx'

interface ImportTicketsProps {
  list: GuestList
  guests: Guest[]
  actions: NightActions
}

interface Chosen {
  /** Counts the files that were chosen, so that each begins with its own columns. */
  key: number
  file: SellerFile
}

export function ImportTickets({ list, guests, actions: { run, busy, reload } }: ImportTicketsProps) {
  const [chosen, setChosen] = useState<Chosen>()
  const [error, setError] = useState<string>()
  const [isReading, setReading] = useState(false)
  const [result, setResult] = useState('')
  const latest = useRef<File>(undefined)
  const summary = useRef<HTMLDivElement>(null)
  const resultText = useRef<HTMLParagraphElement>(null)
  const titleId = useId()
  const hintId = useId()
  const errorId = useId()

  async function choose(file: File | undefined) {
    if (!file) return
    latest.current = file
    setReading(true)
    const read = await readChosenFile(file)
    if (latest.current !== file) return
    flushSync(() => {
      setReading(false)
      setResult('')
      setError('error' in read ? read.error : undefined)
      setChosen((before) => ('error' in read ? undefined : { key: (before?.key ?? 0) + 1, file: read }))
    })
    // The button that loads is always in view, so the numbers are brought into view as well.
    summary.current?.focus()
  }

  async function load(tickets: Ticket[], cancel: string[]) {
    const imported = await run(
      () => adminApi.post('/lists/:id/tickets', { params: { id: list._id }, body: { tickets, cancel } }),
      { again: () => load(tickets, cancel) },
    )
    if (!imported?.ok) return
    const text = describeImported(imported.value)
    notify({
      title: imported.value.added > 0 ? 'Agregado' : 'Actualizado',
      text,
      ms: LONG_NOTICE_MS,
      isSilent: true,
    })
    await reload()
    flushSync(() => {
      setChosen(undefined)
      setResult(text)
    })
    // The focus reads the result, and the numbers above it have changed.
    resultText.current?.focus()
  }

  return (
    <section className="guest-add" aria-labelledby={titleId}>
      <div className="ticket-choose">
        <h2 id={titleId} className="entry-label">
          Archivo del vendedor
        </h2>
        <FileButton
          text={chosen ? 'Elegir otro archivo' : 'Elegir el archivo'}
          accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          aria-invalid={error ? true : undefined}
          aria-describedby={[error && errorId, !chosen && hintId].filter(Boolean).join(' ') || undefined}
          onFiles={([file]) => void choose(file)}
        />
        {error && <FieldError id={errorId} message={error} role="alert" />}
        {!chosen && (
          <p className="entry-hint" id={hintId}>
            Excel (.xlsx) o CSV, como lo bajás de quien vende las entradas. Si lo cargás de nuevo, no se
            repite ninguna.
          </p>
        )}
        <p {...liveRegion}>{isReading && 'Leyendo el archivo…'}</p>
      </div>
      {result !== '' && (
        <p ref={resultText} tabIndex={-1} className="ticket-result">
          {result}
        </p>
      )}
      {chosen && (
        <>
          <ChooseSheet
            file={chosen.file}
            onSheet={(sheet) => setChosen({ key: chosen.key + 1, file: { ...chosen.file, sheet } })}
          />
          <TicketReview
            key={chosen.key}
            file={chosen.file}
            guests={guests}
            isBusy={busy}
            summary={summary}
            onLoad={(tickets, cancel) => void load(tickets, cancel)}
          />
        </>
      )}
    </section>
  )
}

function ChooseSheet({ file, onSheet }: { file: SellerFile; onSheet(sheet: number): void }) {
  if (file.sheets.length < 2) return null
  return (
    <Field label="Hoja">
      {(control) => (
        <select
          className="control"
          value={file.sheet}
          onChange={({ target }) => onSheet(Number(target.value))}
          {...control}
        >
          {file.sheets.map(({ name, rows }, index) => (
            <option key={name} value={index}>
              {name} ({rows.length === 1 ? '1 fila' : `${rows.length} filas`})
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
