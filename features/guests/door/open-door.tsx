/** The screen of an open door: people inside, search, guests, and within reach of a thumb the last entry and the counters. */
import { useEffect, useMemo, useState } from 'react'
import { formatAmount } from '../../../platform/shared/prices.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import type { DoorGuest } from '../shared/guests.ts'
import { formatNumber } from '../shared/people-counts.ts'
import type { DoorController } from './door-controller.ts'
import type { DoorState, LastTap } from './door-phone.ts'
import {
  computeTotals,
  type DoorTotals,
  getArrived,
  getCondition,
  getMeter,
  listArrivals,
  listQueued,
  listRepeated,
  type ServerState,
} from './door-store.ts'
import {
  formatArrivals,
  formatArrived,
  formatNetwork,
  formatRefused,
  formatTime,
  LIST_UNSAVED,
} from './door-words.ts'
import { GuestSearch } from './guest-search.tsx'
import { keepFocus, passToSearch } from './keep-focus.ts'
import { type Conditions, describeTap, LastTapBar, type TapWords } from './last-tap-bar.tsx'
import { RecentEntries } from './recent-entries.tsx'

interface Props {
  controller: DoorController
  state: DoorState
  server: ServerState
}

export function OpenDoor({ controller, state, server }: Props) {
  const { model } = state
  const totals = useMemo(() => computeTotals(model), [model])
  const conditions = useConditions(controller, server)
  const { timeZone } = server.night
  const prices = server.walkInPrices ?? []
  const since = state.offlineSince === null ? null : formatTime(state.offlineSince, timeZone)
  const words =
    state.lastTap && describeTap(state.lastTap, { server, totals, conditions, phone: state.deviceName })
  const queued = listQueued(model).length
  const refused = model.own.filter((entry) => entry.state === 'refused').length
  return (
    <GuestSearch
      controller={controller}
      server={server}
      totals={totals}
      conditions={conditions}
      phone={state.deviceName}
      header={
        <header>
          <h1>{server.night.title}</h1>
          <Inside inside={totals.inside} capacity={server.capacity} />
          <p className={state.isOnline === false ? 'network off' : 'network'} {...liveRegion}>
            {formatNetwork(state.isOnline, queued, since)}
          </p>
        </header>
      }
      notices={<Notices state={state} refused={refused} />}
      footer={
        <footer>
          <Repeated server={server} totals={totals} phone={state.deviceName} />
          <LastTapBar controller={controller} state={state} totals={totals} words={words} />
          <Announcement tap={state.lastTap} words={words} />
          <div className={prices.length > 1 ? 'counters many' : 'counters'}>
            {prices.length === 0 ? (
              <Counter label="Sin lista" count={totals.walkIns} onTap={() => controller.count('walkIn')} />
            ) : (
              prices.map((price) => (
                <Counter
                  key={`${price.label} ${price.amount}`}
                  label={price.label}
                  count={price.amount === 0 ? 'Gratis' : formatAmount(price.amount, price.currency)}
                  onTap={() => controller.count('walkIn', price)}
                />
              ))
            )}
            <Counter label="Con entrada" count={totals.tickets} onTap={() => controller.count('ticket')} />
            <Counter label="Salida" sign="−" count={totals.exits} onTap={() => controller.count('exit')} />
            <RecentEntries controller={controller} state={state} server={server} />
          </div>
        </footer>
      }
    />
  )
}

/** How long the words of an announcement stay in the page. ms */
const ANNOUNCED_MS = 3_000

/** Announces the result of each tap. Its words then disappear, because the bar above contains them too. */
function Announcement({ tap, words }: { tap: LastTap | null; words: TapWords | null }) {
  const [announced, setAnnounced] = useState({ number: 0, text: '' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: words that change later, by other phones, are not announced
  useEffect(() => {
    const text = words
      ? [words.title, words.arrived, words.large, words.explanation].filter(Boolean).join('. ')
      : ''
    setAnnounced(({ number }) => ({ number: number + 1, text }))
    const timer = setTimeout(
      () => setAnnounced(({ number }) => ({ number: number + 1, text: '' })),
      ANNOUNCED_MS,
    )
    return () => clearTimeout(timer)
  }, [tap])
  return (
    <p className="unseen" aria-live="assertive">
      {/* Screen readers announce a new element, also with the words of the tap before. */}
      <span key={announced.number}>{announced.text}</span>
    </p>
  )
}

/** The conditions that hold now, by list. Computed each minute, because conditions end at full minutes. */
function useConditions(controller: DoorController, server: ServerState): Conditions {
  const [minute, setMinute] = useState(() => Math.floor(controller.getTime() / 60_000))
  useEffect(() => {
    const timer = setInterval(() => setMinute(Math.floor(controller.getTime() / 60_000)), 1_000)
    return () => clearInterval(timer)
  }, [controller])
  return useMemo(
    () =>
      new Map(
        server.lists.map((list) => [
          list._id,
          getCondition(list, server.night, minute * 60_000)?.label ?? null,
        ]),
      ),
    [server.lists, server.night, minute],
  )
}

function Inside({ inside, capacity }: { inside: number; capacity: number | null }) {
  const meter = getMeter(inside, capacity)
  const left = (capacity ?? 0) - inside
  const used = Math.max(0, Math.min(inside, capacity ?? 0))
  return (
    <div className={`inside ${meter}`}>
      <p>
        <strong>{formatNumber(inside)}</strong> adentro
        {capacity !== null && <span> de {formatNumber(capacity)}</span>}
      </p>
      {meter === 'warning' && (
        <p className="state">{left === 1 ? 'Queda 1 lugar' : `Quedan ${formatNumber(left)} lugares`}</p>
      )}
      {meter === 'full' && (
        <p className="state">{left === 0 ? 'Completo' : `Completo: ${formatNumber(-left)} de más`}</p>
      )}
      {capacity !== null && (
        <div className="meter" aria-hidden="true">
          <div style={{ width: `${(100 * used) / capacity}%` }} />
        </div>
      )}
    </div>
  )
}

function Notices({ state, refused }: { state: DoorState; refused: number }) {
  return (
    <div role="alert">
      {state.isListUnsaved && <p className="alarm">{LIST_UNSAVED}</p>}
      {refused > 0 && <p className="alarm">{formatRefused(refused)}</p>}
    </div>
  )
}

/** Names the guests of whom more people entered than they have places, until a person at the door has seen it. */
function Repeated({ server, totals, phone }: { server: ServerState; totals: DoorTotals; phone: string }) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const getKey = (guest: DoorGuest) => `${guest._id} ${getArrived(guest, totals)}`
  const shown = listRepeated(server, totals).filter((guest) => !seen.has(getKey(guest)))
  const [first] = shown
  return (
    <div role="alert">
      {first && (
        <div ref={passToSearch} className="repeated">
          <p>
            <strong>Repetido</strong> {first.name}: {formatArrived(getArrived(first, totals), first)}.{' '}
            {formatArrivals(listArrivals(first, totals), phone, server.night.timeZone)}
            {shown.length > 1 && `. Y ${shown.length - 1} más`}
          </p>
          <button
            type="button"
            onPointerDown={keepFocus}
            onClick={() => setSeen(new Set([...seen, getKey(first)]))}
          >
            Visto
          </button>
        </div>
      )}
    </div>
  )
}

interface CounterProps {
  label: string
  sign?: string
  /** Number of people, or the price that a tap counts. */
  count: number | string
  onTap(): void
}

function Counter({ label, sign = '+', count, onTap }: CounterProps) {
  return (
    <button type="button" className="counter" onPointerDown={keepFocus} onClick={onTap}>
      {typeof count === 'number' ? (
        <span className="count">{formatNumber(count)}</span>
      ) : (
        <span className="price">{count}</span>
      )}
      <span>
        {/* A space that does not break the line. */}
        {`${sign}\u00a0${label}`}
      </span>
    </button>
  )
}
