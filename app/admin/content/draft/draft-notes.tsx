/** What a form says about its draft: that there is one, since when, and how to be rid of it. */
import { useEffect, useId, useRef } from 'react'
import { useMoment } from '../../layout/moment.ts'
import type { DraftStatus, PlainDraft } from './use-draft.ts'

export function Restored({ savedAt, onDrop }: { savedAt: number; onDrop: () => void }) {
  const moment = useMoment()
  return (
    <div className="restored" role="status">
      <p>
        Recuperamos lo que estabas escribiendo. <span className="mono">{moment(savedAt)}</span>
      </p>
      <button type="button" className="button" onClick={onDrop}>
        Descartar
      </button>
    </div>
  )
}

interface DroppedProps {
  /** What was dropped last; null: nothing was. */
  dropped: object | null
  onUndo: () => void
}

/** A thumb slips: what was dropped comes back as long as the form is open. A row of the form's bar. */
export function Dropped({ dropped, onUndo }: DroppedProps) {
  const id = useId()
  const undo = useRef<HTMLButtonElement>(null)
  // The button that dropped it went with it.
  useEffect(() => {
    if (dropped) undo.current?.focus({ preventScroll: true })
  }, [dropped])
  if (!dropped) return null
  return (
    <div className="bar-row">
      <p id={id}>Descartamos lo que habías escrito.</p>
      <button ref={undo} type="button" className="button" aria-describedby={id} onClick={onUndo}>
        Deshacer
      </button>
    </div>
  )
}

export function DraftLine({ status, onDrop }: { status: DraftStatus; onDrop: () => void }) {
  const id = useId()
  if (status === 'none') return null
  if (status === 'failed')
    return (
      <p className="entry-hint entry-warning">
        Este navegador no guarda lo que escribís: no cierres la página antes de guardar.
      </p>
    )
  return (
    <div className="draft-line">
      <p id={id}>Lo que escribís queda en este dispositivo. Podés salir y seguir después.</p>
      <button type="button" className="button" aria-describedby={id} onClick={onDrop}>
        Descartar lo escrito
      </button>
    </div>
  )
}

/** The same for a form of a few texts, in one place under its fields. */
export function PlainDraftNote({ draft }: { draft: PlainDraft }) {
  return draft.restoredAt === null ? (
    <DraftLine status={draft.status} onDrop={draft.startOver} />
  ) : (
    <Restored savedAt={draft.restoredAt} onDrop={draft.startOver} />
  )
}
