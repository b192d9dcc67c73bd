import { memo, useRef } from 'react'
import { passFocus } from '../../../platform/ui/focus.ts'
import { SpelledCode } from '../../../platform/ui/spelled-code.tsx'
import type { DoorGuest, DoorList } from '../shared/guests.ts'
import { formatArrived, formatRefusal, NO_NAME, OUT_OF_HOURS } from './door-words.ts'
import { keepFocus, passToSearch } from './keep-focus.ts'

export type Admit = (guest: DoorGuest, people: number) => Promise<void>

interface Props {
  guest: DoorGuest
  list: DoorList | null
  arrived: number
  /** When and where the last person entered. '' before */
  arrivals: string
  /** Label of the condition that holds now. null when all have ended */
  condition: string | null
  admit: Admit
}

/** Longer codes are hidden, because people cannot compare them by eye. Characters */
const CODE_SHOWN = 14

/** A guest with its two controls: one person enters, or all that are missing. */
export const GuestRow = memo(function GuestRow({ guest, list, arrived, arrivals, condition, admit }: Props) {
  const one = useRef<HTMLButtonElement>(null)
  const missing = guest.companions + 1 - arrived
  const refusal = formatRefusal(guest)
  const state =
    refusal !== ''
      ? 'refused'
      : missing < 0
        ? 'twice'
        : missing === 0
          ? 'complete'
          : arrived > 0
            ? 'partial'
            : 'waiting'
  const name = guest.name || NO_NAME
  const code = (guest.code ?? '').length > CODE_SHOWN ? null : guest.code
  const after = [guest.document && `DNI ${guest.document}`, guest.note].filter(Boolean).join(' · ')
  const words =
    refusal || (missing < 0 ? 'Repetido' : missing === 0 ? 'Ya entró' : (condition ?? OUT_OF_HOURS))
  const before = [missing > 0 ? '' : arrivals, list?.name].filter(Boolean).join(' · ')
  return (
    <li ref={passToSearch} className={`guest ${state}`}>
      <button
        ref={one}
        type="button"
        className="admit"
        onPointerDown={keepFocus}
        onClick={() => admit(guest, 1)}
      >
        <span className="name">{name}</span> <span className="condition">{words}</span>{' '}
        <span className="arrived">{formatArrived(arrived, guest)}</span>{' '}
        <span className="details">
          {before}
          {before && code && ' · '}
          {code && <SpelledCode code={code} />}
          {(before || code) && after && ' · '}
          {after}
        </span>{' '}
        <span className="unseen">{missing > 0 && refusal === '' ? 'Entra 1' : ''}</span>
      </button>
      {missing > 1 && refusal === '' && (
        <button
          ref={passFocus(() => one.current)}
          type="button"
          className="admit-all"
          onPointerDown={keepFocus}
          onClick={() => admit(guest, missing)}
        >
          <span>Los</span> <strong>{missing}</strong>
          <span className="unseen"> de {name}</span>
        </button>
      )}
    </li>
  )
})
