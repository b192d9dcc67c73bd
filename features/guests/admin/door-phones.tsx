/** The phones of a door, and what arrived late from phones that had ended. */
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { formatRecent } from '../../../platform/admin-layout/admin-words.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { useConfirmedAction } from '../../../platform/admin-layout/dialog.tsx'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { moveFocus } from '../../../platform/ui/focus.ts'
import type { DoorDevices } from '../shared/guests.ts'
import { formatCount } from '../shared/people-counts.ts'
import { describeLate, describeUnsent, NO_PHONE_NAME } from './guest-words.ts'
import type { NightActions } from './use-night-actions.ts'

type Phone = DoorDevices['devices'][number]
type Late = DoorDevices['late'][number]

interface DoorPhonesProps {
  event: string
  door: DoorDevices
  reload: NightActions['reload']
}

export function DoorPhones({ event, door: { devices, late, expiresAt }, reload }: DoorPhonesProps) {
  const { timeZone } = useClub().identity
  const { dialog, ask } = useConfirmedAction()
  const now = Date.now()
  const isOver = Date.parse(expiresAt) <= now
  const on = devices.filter(({ isOn }) => isOn).length
  const format = (instant: string) => formatRecent(instant, now, timeZone)

  /** Reads the door again. The button of the action has left the page, so the focus goes to a heading. */
  async function show(heading: string): Promise<void> {
    await reload()
    moveFocus(document.getElementById(heading))
  }

  const askToEnd = ({ _id, device }: Phone) =>
    ask({
      question: (
        <>
          ¿Sacar «<bdi>{device}</bdi>» de la puerta?
        </>
      ),
      consequence:
        'Deja de anotar al instante y los nombres se borran de él. Lo que mande después no cuenta hasta que lo sumes. Si se perdió, hacé también un PIN nuevo.',
      confirmLabel: 'Sacar el teléfono',
      doing: 'Sacando…',
      call: () => adminApi.delete('/events/:id/door/devices/:device', { params: { id: event, device: _id } }),
      notice: { title: 'Actualizado', text: 'Ese teléfono ya no anota.' },
      onDone: () => show('door-devices'),
    })

  const askToDecide = ({ device, name, cursor }: Late, isTaken: boolean) =>
    ask({
      question: (
        <>
          ¿{isTaken ? 'Sumar' : 'Descartar'} lo que llegó tarde de «<bdi>{name ?? NO_PHONE_NAME}</bdi>»?
        </>
      ),
      consequence: isTaken
        ? 'Cuenta como lo demás de la noche, y todos los teléfonos lo muestran.'
        : 'No va a contar nunca. No se puede deshacer.',
      confirmLabel: isTaken ? 'Sumar' : 'Descartar',
      doing: isTaken ? 'Sumando…' : 'Descartando…',
      isDanger: !isTaken,
      call: () =>
        adminApi.post('/events/:id/door/devices/:device/late', {
          params: { id: event, device },
          body: { cursor, isTaken },
        }),
      notice: { title: 'Actualizado', text: isTaken ? 'Ya cuenta.' : 'Descartado.' },
      onDone: () => show('door-late'),
    })

  return (
    <>
      {late.length > 0 && (
        <section className="guest-section" aria-labelledby="door-late">
          <h2 className="menu-title mono" id="door-late" tabIndex={-1}>
            Llegó tarde de un teléfono cerrado
          </h2>
          <p className="guest-note">No cuenta hasta que lo sumes. Si no sabés quién lo anotó, descartalo.</p>
          <ul className="item-list">
            {late.map((each) => {
              const name = each.name ?? NO_PHONE_NAME
              return (
                <li key={each.device} className="item">
                  <div className="item-words">
                    <p className="item-name">
                      <bdi>{name}</bdi>
                    </p>
                    <p className="item-facts mono">
                      <span>{formatCount(each.entries, 'ingreso', 'ingresos')}</span>
                      <span>{describeLate(each)}</span>
                      <span>
                        De {format(each.from)} a {format(each.to)}
                      </span>
                    </p>
                  </div>
                  <div className="item-action">
                    <Button aria-label={`Sumar lo de ${name}`} onClick={() => askToDecide(each, true)}>
                      Sumar
                    </Button>
                    <Button
                      kind="danger"
                      aria-label={`Descartar lo de ${name}`}
                      onClick={() => askToDecide(each, false)}
                    >
                      Descartar
                    </Button>
                  </div>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {devices.length > 0 && (
        <section className="guest-section" aria-labelledby="door-devices">
          <h2 className="menu-title mono" id="door-devices" tabIndex={-1}>
            {on === 0 ? 'Teléfonos' : formatCount(on, 'teléfono anotando', 'teléfonos anotando')}
          </h2>
          <ul className="item-list">
            {devices.map((phone) => {
              const { _id, device, createdAt, seenAt, isOn, isRevoked } = phone
              const unsent = isOver ? null : describeUnsent(phone, now)
              return (
                <li key={_id} className="item">
                  <div className="item-words">
                    <p className="item-name">
                      <bdi>{device}</bdi>
                    </p>
                    <p className="item-facts mono">
                      <span>{isRevoked ? 'Afuera' : isOn ? 'Anotando' : 'Terminó'}</span>
                      <span>Visto {format(seenAt)}</span>
                      {unsent && <span>{unsent}</span>}
                      <span>Desde {format(createdAt)}</span>
                    </p>
                  </div>
                  {!isRevoked && !isOver && (
                    <div className="item-action">
                      <Button aria-label={`Sacar a ${device}`} onClick={() => askToEnd(phone)}>
                        Sacar
                      </Button>
                    </div>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {dialog}
    </>
  )
}
