/** The last ten entries of the door, each with its undo. */
import { useMemo, useRef } from 'react'
import { passFocus } from '../../../platform/ui/focus.ts'
import type { DoorController } from './door-controller.ts'
import type { DoorState } from './door-phone.ts'
import { listUndoable, type ServerState, type UndoableEntry } from './door-store.ts'
import { formatTime, kindNames, NO_NAME } from './door-words.ts'
import { keepFocus } from './keep-focus.ts'

interface Props {
  controller: DoorController
  state: DoorState
  server: ServerState
}

export function RecentEntries({ controller, state, server }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  const entries = useMemo(() => listUndoable(state.model), [state.model])
  const getName = ({ kind, guest }: UndoableEntry): string => {
    if (kind !== 'guest') return kindNames[kind]
    return server.guests.find(({ _id }) => _id === guest)?.name || NO_NAME
  }
  return (
    <>
      <button
        type="button"
        className="counter"
        aria-haspopup="dialog"
        onPointerDown={keepFocus}
        onClick={() => {
          dialog.current?.showModal()
          // Enter twice must not undo the last entry.
          back.current?.focus()
        }}
      >
        <span className="count">{entries.length}</span>
        <span>Últimos</span>
      </button>
      <dialog ref={dialog} className="recent" aria-label="Últimos ingresos">
        <h2>Últimos ingresos</h2>
        {entries.length === 0 && <p>Nada para deshacer.</p>}
        <ul ref={list} className="entries">
          {entries.map((entry, index) => (
            <li
              key={entry._id}
              ref={passFocus(() => list.current?.children[index]?.querySelector('button') ?? back.current)}
            >
              <span className="entry-name">{getName(entry)}</span>
              <span className="time">
                {formatTime(entry.at, server.night.timeZone)} · {entry.kind === 'exit' ? '−' : '+'}
                {entry.people}
                {entry.device !== null && ` · ${entry.device}`}
              </span>
              <button type="button" onClick={() => controller.undo(entry)}>
                Deshacer<span className="unseen"> {getName(entry)}</span>
              </button>
            </li>
          ))}
        </ul>
        <button ref={back} type="button" className="solid" onClick={() => dialog.current?.close()}>
          Volver
        </button>
      </dialog>
    </>
  )
}
