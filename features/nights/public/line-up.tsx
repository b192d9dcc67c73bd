import './line-up.css'
import { useTextWithClubName } from '../../../platform/pages/club-settings.ts'
import { useLanguage, useSpanishLang } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { nightTexts } from './night-texts.ts'

export interface Slot {
  _id: string
  name: string
  /** Path of the artist's page. */
  path: string | null
  role: string | null
  room: string | null
  from: string | null
  to: string | null
  isOn: boolean
}

/** The line-up of a night. The longer an artist plays, the wider the letters of the name. */
export function LineUp({ slots }: { slots: readonly Slot[] }) {
  const { noLineup } = useTextWithClubName(nightTexts[useLanguage()])
  const { playsNow } = usePageTexts()
  const spanishLang = useSpanishLang()
  if (slots.length === 0) return <p className="line-up-none">{noLineup}</p>
  return (
    <ol className={`set-list ${slots.some(({ from }) => from) ? '' : 'set-list-untimed'}`}>
      {slots.map(({ _id, name, path, role, room, from, to, isOn }) => (
        <li
          key={_id}
          className={`slot slot-${chooseWidth({ from, to })} ${name.length > LONG_NAME ? 'slot-small' : ''}`}
          aria-current={isOn ? 'time' : undefined}
        >
          <span className="slot-hours mono">
            {from && <time dateTime={from}>{from}</time>}
            {from && to && <span className="slot-to">–{to}</span>}
          </span>{' '}
          <bdi className="slot-name">{path ? <a href={path}>{name}</a> : name}</bdi>{' '}
          {isOn && <strong className="slot-now mono">{playsNow}</strong>}{' '}
          {(role || room) && (
            <span className="slot-role mono" lang={spanishLang}>
              {[role, room].filter(Boolean).join(' · ')}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Longer names need more than one line. Characters */
const LONG_NAME = 22

const getMinutes = (hour: string): number => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3))

/** Returns the width of the letters: wide from three hours on, narrow up to one hour. */
function chooseWidth({ from, to }: Pick<Slot, 'from' | 'to'>): 'wide' | 'usual' | 'narrow' {
  if (from === null || to === null) return 'usual'
  const minutes = (getMinutes(to) - getMinutes(from) + 1440) % 1440
  return minutes >= 180 ? 'wide' : minutes > 60 ? 'usual' : 'narrow'
}
