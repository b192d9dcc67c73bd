/** The guests of a list, the newest first, with a search. */
import { useId, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { getItemSelector } from '../../../platform/forms/undo.tsx'
import { QUERY_MAX } from '../../../platform/shared/limits.ts'
import { moveFocus, passFocus } from '../../../platform/ui/focus.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { SpelledCode } from '../../../platform/ui/spelled-code.tsx'
import { PLACES_MAX } from '../shared/guest-limits.ts'
import { getSearchText, getSearchWords, matchesSearch } from '../shared/guest-names.ts'
import type { Guest, GuestBody, GuestList } from '../shared/guests.ts'
import { formatCount } from '../shared/people-counts.ts'
import { refusalWords } from '../shared/refusal-words.ts'
import { GuestFields } from './guest-fields.tsx'
import { addedByWords, describeArrival, formatGuest, shortenCode } from './guest-words.ts'
import { SavedForm } from './saved-form.tsx'
import type { NightActions } from './use-night-actions.ts'

/** Rows that are drawn at first, and that each tap adds. A list can have thousands. */
const ROWS_SHOWN = 100
/** A shorter list needs no search. */
const SEARCH_FROM = 8

interface GuestRowsProps {
  kind: GuestList['kind']
  guests: Guest[]
  actions: NightActions
}

/** Words of the rows, by the kind of their list. */
const kindWords = {
  guests: {
    rows: 'Invitados',
    one: 'nombre',
    many: 'nombres',
    none: 'Todavía no hay nadie. Escribí o pegá los primeros nombres.',
  },
  tickets: {
    rows: 'Entradas',
    one: 'entrada',
    many: 'entradas',
    none: 'Todavía no hay entradas. Elegí el archivo del vendedor.',
  },
} as const

export function GuestRows({ kind, guests, actions }: GuestRowsProps) {
  const [query, setQuery] = useState('')
  const [shown, setShown] = useState(ROWS_SHOWN)
  const [editing, setEditing] = useState<string | null>(null)
  const listId = useId()
  const { rows, one, many, none } = kindWords[kind]
  const newest = useMemo(
    () => guests.toReversed().map((guest) => ({ guest, text: getSearchText(guest) })),
    [guests],
  )
  const words = getSearchWords(query)
  const found = newest.filter(({ text }) => matchesSearch(text, words)).map(({ guest }) => guest)
  if (guests.length === 0) return <p className="empty">{none}</p>
  return (
    <section aria-label={rows} className="guest-rows">
      {guests.length >= SEARCH_FROM && (
        <input
          type="search"
          className="control"
          aria-label="Buscar en la lista"
          placeholder="Buscar en la lista"
          maxLength={QUERY_MAX}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setShown(ROWS_SHOWN)
          }}
        />
      )}
      <p className="total" {...liveRegion}>
        {formatCount(found.length, one, many)}
        {query && ` con «${query}»`}
      </p>
      <ul id={listId} className="item-list">
        {found.slice(0, shown).map((guest) =>
          guest._id === editing ? (
            <li key={guest._id} className="item">
              <GuestForm kind={kind} guest={guest} actions={actions} onClose={() => setEditing(null)} />
            </li>
          ) : (
            <GuestRow
              key={guest._id}
              kind={kind}
              guest={guest}
              actions={actions}
              onEdit={() => setEditing(guest._id)}
            />
          ),
        )}
      </ul>
      {found.length > shown && (
        <Button
          ref={passFocus(() => document.querySelector(getItemSelector(found[shown]?._id)))}
          onClick={() => setShown(shown + ROWS_SHOWN)}
        >
          Mostrar {Math.min(found.length - shown, ROWS_SHOWN)} más
        </Button>
      )}
    </section>
  )
}

interface RowProps {
  kind: GuestList['kind']
  guest: Guest
  actions: NightActions
}

function GuestRow({ kind, guest, actions, onEdit }: RowProps & { onEdit(): void }) {
  const { name, companions, note, code, document, refusal, isDuplicate, addedBy } = guest
  const arrival = describeArrival(guest)
  const remove = useRemoveGuest(guest, actions)
  return (
    <li className="item guest-row">
      <div className="item-words">
        <p className="item-name">
          <bdi>{name}</bdi>
          {companions > 0 && <strong className="guest-companions"> +{companions}</strong>}
        </p>
        <p className="item-facts mono">
          {arrival !== null && <span className="guest-arrived">{arrival}</span>}
          {refusal !== null && <span data-waiting="">{refusalWords[refusal]}</span>}
          {/* A buyer of several tickets is in the list as often. */}
          {isDuplicate && kind === 'guests' && <span data-waiting="">Repetido</span>}
          {addedByWords[addedBy] && <span>{addedByWords[addedBy]}</span>}
          {code !== null && (
            <span>
              <SpelledCode code={shortenCode(code)} />
            </span>
          )}
          {document !== null && <span>DNI {document}</span>}
          {note !== null && <span className="guest-row-note">{note}</span>}
        </p>
      </div>
      <div className="item-action" id={`item-${guest._id}`}>
        <Button onClick={onEdit}>
          Editar<span className="unseen"> a {name}</span>
        </Button>
        <Button aria-label={`Borrar a ${name}`} isDisabled={actions.busy} onClick={() => void remove()}>
          <span aria-hidden="true">×</span>
        </Button>
      </div>
    </li>
  )
}

/** Returns a function that deletes a guest and offers to undo it. The undo restores the guest with its entries. */
function useRemoveGuest(guest: Guest, { run, reload, offerUndo }: NightActions): () => Promise<void> {
  const params = { id: guest._id }
  return async function remove() {
    const removed = await run(() => adminApi.delete('/guests/:id', { params }), {
      again: remove,
      isDoneWhenGone: true,
    })
    if (!removed) return
    await reload()
    if (!removed.ok) return moveFocus(null)
    offerUndo({
      said: `Borraste a «${formatGuest(guest)}».`,
      back: `De vuelta: «${formatGuest(guest)}».`,
      takesFocus: true,
      next: getItemSelector(guest._id),
      undo: () => adminApi.put('/guests/:id', { params, body: guest }),
    })
  }
}

function GuestForm({ kind, guest, actions, onClose }: RowProps & { onClose(): void }) {
  const [opened] = useState(guest)
  const form = useForm<GuestBody>({ defaultValues: guest })
  return (
    <SavedForm
      form={form}
      save={(body) =>
        adminApi.put('/guests/:id', { params: { id: guest._id }, body, etag: `"${guest.version}"` })
      }
      label="Guardar"
      conflict={
        guest.version !== opened.version && (
          <>
            Otra persona cambió este nombre recién: ahora es «<bdi>{formatGuest(guest)}</bdi>». Lo tuyo sigue
            acá. Si guardás, queda lo tuyo.
          </>
        )
      }
      actions={actions}
      opener={getItemSelector(guest._id)}
      onClose={onClose}
    >
      <GuestFields form={form} {...(kind === 'tickets' && { companionsMax: PLACES_MAX - 1 })} />
    </SavedForm>
  )
}
