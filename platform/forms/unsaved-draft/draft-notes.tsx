/** Notes about the draft of a form: where and when it was stored, and the button that discards it. */
import { useEffect, useId, useRef } from 'react'
import { useMoment } from '../../admin-layout/admin-words.ts'
import { passFocus } from '../../ui/focus.ts'
import { liveRegion } from '../../ui/live-region.ts'
import { isTouchDevice } from '../field.tsx'
import type { DraftKeeper, DraftStatus, PlainDraft } from './use-draft.ts'

/** Ref of a note that is removed by a press of its button. */
const passToSave = passFocus(() => document.querySelector('main [type=submit]'))

export function RestoredNote({ savedAt, onDrop }: { savedAt: number; onDrop: () => void }) {
  const moment = useMoment()
  return (
    <div ref={passToSave} className="restored" {...liveRegion}>
      <p>
        Recuperamos lo que estabas escribiendo. <span className="mono">{moment(savedAt)}</span>
      </p>
      <button type="button" className="button" onClick={onDrop}>
        Descartar
      </button>
    </div>
  )
}

interface DiscardedNoteProps {
  /** The values that were discarded last. null when none were discarded. */
  dropped: object | null
  onUndo: () => void
}

/** Row of the form's bar that offers to bring discarded values back. */
export function DiscardedNote({ dropped, onUndo }: DiscardedNoteProps) {
  const id = useId()
  const undo = useRef<HTMLButtonElement>(null)
  // The button that had the focus has disappeared, so the button of this row takes the focus.
  useEffect(() => {
    if (dropped) undo.current?.focus()
  }, [dropped])
  if (!dropped) return null
  return (
    <div ref={passToSave} className="bar-row">
      <p id={id}>Descartamos lo que habías escrito.</p>
      <button ref={undo} type="button" className="button" aria-describedby={id} onClick={onUndo}>
        Deshacer
      </button>
    </div>
  )
}

const place = () => (isTouchDevice() ? 'en este teléfono' : 'en esta computadora')

/** Index of the hour in `YYYY-MM-DDTHH:mm`. */
const HOUR_AT = 11

/** Returns a function that formats an instant as 'HH:mm' in the club's local time. */
export function useHour(): (instant: number) => string {
  const moment = useMoment()
  return (instant) => moment(instant).slice(HOUR_AT)
}

/** Part of the form's bar with the place and time of the stored draft. Screen readers announce the first write, and each by Ctrl-S. */
export function DraftNote({
  status,
  savedAt,
  kept,
}: Pick<DraftKeeper, 'status' | 'savedAt'> & { kept?: number }) {
  const hour = useHour()
  const isKept = status === 'saved'
  return (
    <>
      {isKept && savedAt !== null && (
        <p className="draft-note">
          Guardado {place()} <span className="mono">{hour(savedAt)}</span>
        </p>
      )}
      {status === 'failed' && (
        <p className="draft-note entry-warning" role="alert">
          Este navegador no guarda lo que escribís: no cierres la página antes de guardar.
        </p>
      )}
      <span className="unseen" {...liveRegion}>
        {isKept && savedAt !== null && <span key={kept}>Lo que escribís queda guardado {place()}.</span>}
      </span>
    </>
  )
}

/** The button below the fields that discards the draft. */
export function DropDraft({ status, onDrop }: { status: DraftStatus; onDrop: () => void }) {
  if (status !== 'saved') return null
  return (
    <div ref={passToSave} className="draft-drop">
      <button type="button" className="button" onClick={onDrop}>
        Descartar lo escrito
      </button>
    </div>
  )
}

/** All notes about the draft of a form with few texts, shown below its fields. */
export function PlainDraftNote({ draft }: { draft: PlainDraft }) {
  return draft.restoredAt === null ? (
    <div className="draft-plain">
      <DraftNote status={draft.status} savedAt={draft.savedAt} />
      <DropDraft status={draft.status} onDrop={draft.startOver} />
    </div>
  ) : (
    <RestoredNote savedAt={draft.restoredAt} onDrop={draft.startOver} />
  )
}
