/** What a form says about its draft: that there is one, since when, and how to be rid of it. */
import { useId } from 'react'
import type { Kept, PlainDraft } from './use-draft.ts'

const moment = new Intl.DateTimeFormat('es-AR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `22-11-2026 04:10`, on the clock of whoever reads it. */
function sayMoment(at: number): string {
  const part = Object.fromEntries(moment.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${part.day}-${part.month}-${part.year} ${part.hour}:${part.minute}`
}

export function Restored({ savedAt, onDrop }: { savedAt: number; onDrop: () => void }) {
  return (
    <div className="restored" role="status">
      <p>
        Recuperamos lo que estabas escribiendo. <span className="mono">{sayMoment(savedAt)}</span>
      </p>
      <button type="button" className="button" onClick={onDrop}>
        Descartar
      </button>
    </div>
  )
}

/** A thumb slips: what was dropped comes back as long as the form is open. */
export function Dropped({ onUndo }: { onUndo: () => void }) {
  return (
    <div className="restored" role="status">
      <p>Descartamos lo que habías escrito.</p>
      <button type="button" className="button" onClick={onUndo}>
        Deshacer
      </button>
    </div>
  )
}

export function DraftLine({ kept, onDrop }: { kept: Kept; onDrop: () => void }) {
  const id = useId()
  if (kept === 'none') return null
  if (kept === 'refused')
    return (
      <p className="entry-hint entry-warning">
        Este navegador no guarda borradores: no cierres la página antes de guardar.
      </p>
    )
  return (
    <div className="draft-line">
      <p id={id}>Borrador guardado en este dispositivo. Podés salir y seguir después.</p>
      <button type="button" className="button" aria-describedby={id} onClick={onDrop}>
        Descartar borrador
      </button>
    </div>
  )
}

/** The same for a form of a few texts, in one place under its fields. */
export function PlainDraftNote({ draft }: { draft: PlainDraft }) {
  return draft.restoredAt === null ? (
    <DraftLine kept={draft.kept} onDrop={draft.startOver} />
  ) : (
    <Restored savedAt={draft.restoredAt} onDrop={draft.startOver} />
  )
}
