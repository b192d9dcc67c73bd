/**
 * The search of the door and the guests that it finds. A key renders only these: the rest of the screen is passed as elements,
 * which stay the same.
 */
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { GUEST_NAME_MAX } from '../shared/guest-limits.ts'
import { formatCount, formatNumber } from '../shared/people-counts.ts'
import { CameraPanel } from './camera/camera-panel.tsx'
import { useCameraSwitch } from './camera/use-camera-switch.ts'
import type { DoorController } from './door-controller.ts'
import {
  createIndex,
  type DoorTotals,
  getArrived,
  listArrivals,
  type ServerState,
  search,
} from './door-store.ts'
import { formatArrivals } from './door-words.ts'
import { type Admit, GuestRow } from './guest-row.tsx'
import { keepFocus } from './keep-focus.ts'
import type { Conditions } from './last-tap-bar.tsx'
import type { ScannedCode } from './scanned-codes.ts'

/** Rows on the screen. More would make each key slower, and a longer query is faster than scrolling. */
const ROWS_MAX = 8

interface Props {
  controller: DoorController
  server: ServerState
  totals: DoorTotals
  conditions: Conditions
  /** Name of this phone. */
  phone: string
  header: ReactNode
  notices: ReactNode
  footer: ReactNode
}

export function GuestSearch({
  controller,
  server,
  totals,
  conditions,
  phone,
  header,
  notices,
  footer,
}: Props) {
  const { guests, lists, night } = server
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const camera = useCameraSwitch(field)
  const index = useMemo(() => createIndex(guests, lists), [guests, lists])
  const { found, total } = useMemo(() => search(index, query, ROWS_MAX), [index, query])

  const admit: Admit = useCallback(
    async (guest, people) => {
      await controller.admit(guest, people)
      // The next letter then begins a new search. Without a keyboard on the screen the field keeps out of the way.
      if (document.activeElement === field.current) field.current?.select()
    },
    [controller],
  )

  const scanned = useRef('')
  const scan = useCallback(
    async (code: ScannedCode) => {
      const words = (await controller.scan(code)) ?? ''
      // The words of a scan go with the next one. Typed words stay.
      const before = scanned.current
      scanned.current = words
      setQuery((typed) => words || (typed === before ? '' : typed))
      return controller.getState().lastTap?.kind === 'recorded'
    },
    [controller],
  )

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // The dialog of the last entries has its own keys.
    if ((event.target as Element).closest('dialog')) return
    if (event.key === 'Escape') {
      setQuery('')
      field.current?.focus()
      event.preventDefault()
    }
    // While an input method composes a word, Enter only ends the word.
    if (event.key === 'Enter' && event.target === field.current && !event.nativeEvent.isComposing) {
      admitOnly()
      event.preventDefault()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stops: HTMLElement[] = [
      ...event.currentTarget.querySelectorAll<HTMLElement>('#search, .guests .admit'),
    ]
    const row = document.activeElement?.closest('li')?.querySelector<HTMLElement>('.admit')
    const position = stops.indexOf(row ?? (document.activeElement as HTMLElement))
    const next = stops[position + (event.key === 'ArrowDown' ? 1 : -1)]
    if (position === -1 || !next) return
    next.focus()
    event.preventDefault()
  }

  /** Admits the only guest that the search found, or moves the focus to the first one. */
  function admitOnly(): void {
    const [only] = found
    if (total === 1 && only) void admit(only.guest, 1)
    // A hand scanner types a code and Enter.
    else if (total === 0 && query !== '') void scan({ text: query, format: 'QRCode' })
    else document.querySelector<HTMLElement>('.guests .admit')?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the controls inside
    <div className="open-door" onKeyDown={onKeyDown}>
      {header}
      <search>
        <div className="query">
          <label htmlFor="search" className="unseen">
            Buscar nombre o código
          </label>
          <input
            ref={field}
            id="search"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            placeholder="Nombre o código"
            maxLength={GUEST_NAME_MAX}
            enterKeyHint="search"
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            // A keyboard would cover the video of a camera that is open.
            // biome-ignore lint/a11y/noAutofocus: a search is the first act for each guest
            autoFocus={!camera.isOpen}
          />
          {query !== '' && (
            <button
              type="button"
              className="clear"
              onPointerDown={keepFocus}
              onClick={() => {
                setQuery('')
                field.current?.focus()
              }}
            >
              Borrar
            </button>
          )}
          <button
            ref={camera.openButton}
            type="button"
            className="to-camera"
            aria-expanded={camera.isOpen}
            onClick={camera.open}
          >
            Cámara
          </button>
        </div>
      </search>
      {camera.isOpen && <CameraPanel onScan={scan} onClose={camera.close} closeButton={camera.closeButton} />}
      <main>
        {notices}
        <ul className="guests" aria-label="Lista">
          {found.map(({ guest, list }) => (
            <GuestRow
              key={guest._id}
              guest={guest}
              list={list}
              arrived={getArrived(guest, totals)}
              arrivals={formatArrivals(listArrivals(guest, totals).slice(-1), phone, night.timeZone)}
              condition={(list && conditions.get(list._id)) ?? null}
              admit={admit}
            />
          ))}
        </ul>
        <p className="more" {...liveRegion}>
          {/* Screen readers announce an element that is new, also with the words of the one before. */}
          <span key={query}>{describeResult(total, query)}</span>
        </p>
      </main>
      {footer}
    </div>
  )
}

function describeResult(total: number, query: string): string {
  if (total > ROWS_MAX)
    return `Hay ${formatNumber(total - ROWS_MAX)} más. Escribí dos letras para encontrar a quien buscás.`
  if (total > 0) return query === '' ? '' : formatCount(total, 'nombre', 'nombres')
  return query === ''
    ? 'Todavía no hay nombres en las listas.'
    : 'Nadie con ese nombre ni código. Si entra igual, sumalo abajo.'
}
