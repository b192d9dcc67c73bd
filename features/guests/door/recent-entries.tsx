/** The last ten entries of this phone, each with its undo. */
import { useRef } from 'react'
import type { DoorController, DoorState } from './door-controller.ts'
import { listUndoable, type OwnEntry, type ServerState } from './door-store.ts'
import { kindNames, NO_NAME } from './door-words.ts'
import { keepFocus } from './keep-focus.ts'

interface Props {
  controller: DoorController
  state: DoorState
  server: ServerState
}

export function RecentEntries({ controller, state, server }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const entries = listUndoable(state.model)
  const getName = ({ kind, guest }: OwnEntry): string => {
    if (kind !== 'guest') return kindNames[kind]
    return server.guests.find(({ _id }) => _id === guest)?.name || NO_NAME
  }
  const formatTime = (at: string) =>
    // The phone's clock may be wrong. The controller knows the difference.
    new Date(Date.parse(at) + controller.getTime() - Date.now()).toLocaleTimeString('es-AR', {
      timeZone: server.night.timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    })
  return (
    <>
      <button
        type="button"
        className="counter"
        aria-haspopup="dialog"
        onPointerDown={keepFocus}
        onClick={() => dialog.current?.showModal()}
      >
        <span className="count">{entries.length}</span>
        <span>Últimos</span>
      </button>
      <dialog ref={dialog} className="recent" aria-label="Últimos ingresos de este teléfono">
        <h2>Últimos de este teléfono</h2>
        {entries.length === 0 && <p>Nada para deshacer.</p>}
        <ul className="entries">
          {entries.map((entry) => (
            <li key={entry._id}>
              <span className="entry-name">{getName(entry)}</span>
              <span className="time">
                {formatTime(entry.at)} · {entry.kind === 'exit' ? '−' : '+'}
                {entry.people}
              </span>
              <button type="button" onClick={() => controller.undo(entry)}>
                Deshacer<span className="unseen"> {getName(entry)}</span>
              </button>
            </li>
          ))}
        </ul>
        <button type="button" className="solid" onClick={() => dialog.current?.close()}>
          Volver
        </button>
      </dialog>
    </>
  )
}
