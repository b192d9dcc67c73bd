/** Access of phones to the door of a night: the address, the PIN, and the devices. */
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { useConfirmedAction } from '../../../platform/admin-layout/dialog.tsx'
import { SendLink, WhatsAppLink } from '../../../platform/admin-layout/send-link.tsx'
import { Copy } from '../../../platform/admin-layout/share-actions.tsx'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { moveFocus } from '../../../platform/ui/focus.ts'
import { QrCode } from '../../../platform/ui/qr-code.tsx'
import { WRONG_PINS_MAX } from '../shared/guest-limits.ts'
import { WITHOUT_PIN } from '../shared/guest-paths.ts'
import type { DoorDevices } from '../shared/guests.ts'
import { DoorPhones } from './door-phones.tsx'
import { formatLongMoment } from './guest-words.ts'
import type { NightActions } from './use-night-actions.ts'

interface DoorAccessProps {
  event: string
  /** The name of the night. */
  night: string
  door: DoorDevices
  /** The PIN, which the server returns once. null when this screen did not create it */
  pin: string | null
  onPin(pin: string | null): void
  actions: NightActions
}

export function DoorAccess({ event, night, door, pin, onPin, actions }: DoorAccessProps) {
  const { run, busy, reload } = actions
  const { timeZone } = useClub().identity
  const { dialog, ask } = useConfirmedAction()
  const params = { id: event }
  const { url: path, isOpen, isLocked, expiresAt } = door
  const end = formatLongMoment(expiresAt, timeZone)
  const isOver = Date.parse(expiresAt) <= Date.now()

  async function open() {
    const opened = await run(() => adminApi.post('/events/:id/door', { params }), { again: open })
    if (!opened?.ok) return
    onPin(opened.value.pin)
    await reload()
    moveFocus(null)
  }

  if (path === null || !(isOpen || isLocked))
    return (
      <>
        <div className="empty">
          {isOver ? (
            <p>La puerta de esta fecha terminó {end}.</p>
          ) : (
            <>
              <p>
                {path === null
                  ? 'Abrí la puerta para que los teléfonos de la entrada anoten quién llega. Cada uno entra con un código QR y un PIN, sin usuario.'
                  : 'La puerta está cerrada: ningún teléfono puede anotar.'}{' '}
                Anda también sin red, y se cierra sola {end}.
              </p>
              <Button kind="strong" isDisabled={busy} onClick={() => void open()}>
                Abrir la puerta
              </Button>
            </>
          )}
        </div>
        <DoorPhones event={event} door={door} reload={reload} />
      </>
    )
  const url = new URL(path, location.origin).href
  const here = path + WITHOUT_PIN
  const message = `La puerta de ${night}. Abrila con red una vez, y después anda sin red:`
  return (
    <>
      {isLocked && (
        <p className="problem" role="alert">
          Hubo {WRONG_PINS_MAX} PIN equivocados: no entra ningún teléfono nuevo hasta que hagas un PIN nuevo.
          Los que ya estuvieron en la puerta siguen.
        </p>
      )}
      <div className="door-access">
        <div className="door-qr">
          <QrCode text={url} label="Código QR con la dirección de la puerta" />
        </div>
        <div className="door-words">
          {pin === null ? (
            <p>
              El PIN se mostró una sola vez. Si no lo tenés, hacé uno nuevo: los teléfonos que ya entraron
              siguen.
            </p>
          ) : (
            <>
              <p className="door-pin">
                <span className="door-pin-label mono">PIN, se ve una sola vez</span>
                <strong>
                  <span aria-hidden="true">
                    {pin.slice(0, 3)} {pin.slice(3)}
                  </span>
                  <span className="unseen">{pin.split('').join(' ')}</span>
                </strong>
              </p>
              <div className="screen-actions">
                <WhatsAppLink text={`PIN de la puerta: ${pin}`}>PIN por WhatsApp</WhatsAppLink>
                <Copy text={pin} label="Copiar el PIN" />
              </div>
            </>
          )}
          <Button
            {...((isLocked || pin === null) && { kind: 'strong' })}
            isDisabled={busy}
            onClick={() => void open()}
          >
            PIN nuevo
          </Button>
          <p>
            <a className="button" href={here}>
              Usar este teléfono
            </a>
          </p>
          <p className="guest-note">Entra sin PIN, con tu sesión.</p>
        </div>
      </div>
      <section className="guest-section" aria-labelledby="door-address">
        <h2 className="menu-title mono" id="door-address">
          La dirección
        </h2>
        <div className="guest-link">
          <p className="shown-link mono">{url}</p>
          <SendLink
            message={message}
            url={url}
            label="Dirección por WhatsApp"
            copyLabel="Copiar la dirección"
          />
          <p className="guest-note">
            Mandá la dirección y el PIN en mensajes separados. Con los dos, cualquiera ve los nombres de esta
            noche.
          </p>
        </div>
      </section>
      <DoorPhones event={event} door={door} reload={reload} />
      <div className="screen-actions">
        <Button
          kind="danger"
          onClick={() =>
            ask({
              question: '¿Cerrar la puerta?',
              consequence:
                'Todos los teléfonos salen al instante y los nombres se borran de ellos. Lo que anotaron sin red se manda igual.',
              confirmLabel: 'Cerrar la puerta',
              doing: 'Cerrando…',
              call: () => adminApi.delete('/events/:id/door', { params }),
              notice: { title: 'Actualizado', text: 'La puerta está cerrada.' },
              onDone: async () => {
                onPin(null)
                await reload()
                moveFocus(null)
              },
            })
          }
        >
          Cerrar la puerta
        </Button>
      </div>
      <p className="guest-note">Se cierra sola {end}.</p>
      {dialog}
    </>
  )
}
