/** The next night on the home screen: its flyer, its state and the usual actions. */

import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { copyPath, editPath } from '../../../platform/admin-layout/paths.ts'
import { listItemScreens } from '../../../platform/admin-layout/screen-list.ts'
import { StateLine } from '../../../platform/content/admin/publication/state-line.tsx'
import { ShareItem } from '../../../platform/content/admin/share/share-item.tsx'
import { getPublicationState } from '../../../platform/content/shared/publication.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { currentNight } from '../../../platform/shared/dates.ts'
import { formatLongDate, nightDay, timeOfDay } from '../../../platform/shared/night-dates.ts'
import { nightPath } from '../../../platform/shared/public-paths.ts'
import { toInstant } from '../../../platform/shared/zoned-dates.ts'
import { Picture } from '../../../platform/ui/picture.tsx'
import { VISITS_PATH } from '../../analytics/shared/visit-paths.ts'
import { formatClicks, formatVisits } from '../../analytics/shared/visit-words.ts'
import { listStamps, stampLabels } from '../../nights/shared/night-state.ts'
import type { NextNight as Night } from '../shared/overview.ts'
import { actionLabels, listNightActions, type NightAction } from './night-actions.ts'
import type { NightChange } from './night-changes.tsx'

interface NextNightProps {
  /** null when no night is coming. */
  night: Night | null
  /** Number of nights that follow the next one. */
  later: number
  onChange(change: NightChange): void
}

const declaration = getDeclaration('events')
const { admin } = declaration

export function NextNight({ night, later, onChange }: NextNightProps) {
  if (night === null)
    return (
      <section className="home-night" aria-labelledby="next-night">
        <div className="empty">
          <h2 id="next-night">No hay ninguna fecha por venir</h2>
          <p>La próxima que cargues se ve acá, y es lo primero que ve quien entra al sitio.</p>
          <Link className="button button-strong" to={admin.create}>
            Cargar la próxima
          </Link>
        </div>
      </section>
    )
  return (
    <section className="home-night" aria-labelledby="next-night">
      <Link className="home-flyer" to={editPath(declaration, night._id)} tabIndex={-1} aria-hidden="true">
        <Picture picture={night.flyer} alt={null} sizes="(min-width: 64rem) 20rem, 40vw" first />
      </Link>
      <Words night={night} onAction={(action) => onChange({ night, action })} />
      {later > 0 && (
        <Link className="home-later" to={admin.update}>
          {later === 1 ? 'Después viene otra' : `Después vienen ${later} más`}
        </Link>
      )}
    </section>
  )
}

interface WordsProps {
  night: Night
  onAction(action: NightAction): void
}

/**
 * Time after a change of the sale in which its button does nothing, ms. The taps of a double tap are up to 0.5 s apart. The
 * other second is for reading the new label, because an impatient second tap would revert the change.
 */
const SALE_PAUSE_MS = 1_500

/** Returns a function that is true once the button of the sale has had its label for `SALE_PAUSE_MS`. */
function useSalePause(isSoldOut: boolean): () => boolean {
  const shown = useRef({ isSoldOut, at: Number.NEGATIVE_INFINITY })
  useLayoutEffect(() => {
    if (shown.current.isSoldOut !== isSoldOut) shown.current = { isSoldOut, at: performance.now() }
  }, [isSoldOut])
  return () => performance.now() - shown.current.at >= SALE_PAUSE_MS
}

const isOfSale = (action: NightAction): boolean => action === 'sell-out' || action === 'sell-again'

function Words({ night, onAction }: WordsProps) {
  const isSaleSettled = useSalePause(night.isSoldOut)
  const { timeZone } = useClub().identity
  const day = nightDay(night.date)
  const hour = timeOfDay(night.date)
  const isSeen = getPublicationState(night, Date.now()) === 'published'
  const name = night.title ?? formatLongDate(day)
  const path = nightPath(night.slug)
  const screens = listItemScreens('events', night._id)
  const tonight = isTonight(day, timeZone)
    ? screens.flatMap(({ to, tonight }) =>
        tonight ? [{ label: tonight.label, to: to + tonight.search }] : [],
      )
    : []
  return (
    <>
      <div className="home-night-words">
        <p className="home-when mono">{formatDaysUntil(day, currentNight(new Date(), timeZone))}</p>
        <h2 id="next-night">
          <bdi>{name}</bdi>
        </h2>
        <p className="mono">
          {night.title !== null && formatLongDate(day)}
          {night.title !== null && hour !== null && ' · '}
          {hour}
        </p>
        {listStamps(night.status, night.isSoldOut).map((stamp) => (
          <p key={stamp} className="state-line" data-state={stamp}>
            {stampLabels[stamp]}
          </p>
        ))}
        <StateLine item={night} />
        {isSeen && <Numbers numbers={night.numbers} />}
      </div>
      <div className="home-night-actions">
        {tonight.map(({ to, label }) => (
          <Link key={to} className="button button-strong" to={to}>
            {label}
            <span className="unseen"> {name}</span>
          </Link>
        ))}
        <Link
          className={tonight.length > 0 ? 'button' : 'button button-strong'}
          to={editPath(declaration, night._id)}
        >
          Editar<span className="unseen"> {name}</span>
        </Link>
        {screens.map(({ to, label }) => (
          <Link key={to} className="button" to={to}>
            {label}
            <span className="unseen"> {name}</span>
          </Link>
        ))}
        {isSeen && (
          <a className="button" href={path}>
            Ver en el sitio
          </a>
        )}
        <ShareItem resource="events" item={night} name={name} page={path} />
        <Link className="button" to={copyPath(declaration, night._id)}>
          Duplicar
        </Link>
        {listNightActions(night, Date.now()).map((action) => (
          // Both actions of the sale have one button, so that the button keeps the focus when its label changes.
          <Button
            key={isOfSale(action) ? 'sale' : action}
            onClick={() => (!isOfSale(action) || isSaleSettled()) && onAction(action)}
          >
            {actionLabels[action]}
          </Button>
        ))}
      </div>
    </>
  )
}

/** The visits and ticket clicks of the night. Before the first visit there is nothing to show. */
function Numbers({ numbers: { views, viewsToday, clicks, clicksToday } }: Pick<Night, 'numbers'>) {
  if (views + clicks === 0) return null
  return (
    <Link className="home-numbers" to={VISITS_PATH}>
      <span>
        Hoy: <strong>{formatVisits(viewsToday)}</strong>, <strong>{formatClicks(clicksToday)}</strong> en
        entradas
      </span>
      <span className="mono">
        En total: {formatVisits(views)}, {formatClicks(clicks)}
      </span>
    </Link>
  )
}

/** The hour from which people prepare the door of a night. */
const EVENING = '20:00'

const isTonight = (day: string, timeZone: string): boolean =>
  Date.now() >= toInstant(`${day}T${EVENING}`, timeZone)

const DAY_MS = 86_400_000

/**
 * Returns the words for the day of the night: 'Esta noche', 'Mañana', 'En 5 días'.
 * @param day of the night, `YYYY-MM-DD`
 * @param tonight today, or yesterday until 08:00, because a night lasts until then. `YYYY-MM-DD`
 */
function formatDaysUntil(day: string, tonight: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(tonight)) / DAY_MS)
  if (days <= 0) return 'Esta noche'
  return days === 1 ? 'Mañana' : `En ${days} días`
}
