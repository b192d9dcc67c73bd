/** The link with which a promoter adds names to a list. */
import { useEffect, useRef, useState } from 'react'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { useMoment } from '../../../platform/admin-layout/admin-words.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { useConfirmedAction } from '../../../platform/admin-layout/dialog.tsx'
import { SendLink } from '../../../platform/admin-layout/send-link.tsx'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { moveFocus } from '../../../platform/ui/focus.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import type { GuestList } from '../shared/guests.ts'
import { describeClosed } from './guest-words.ts'
import type { NightActions } from './use-night-actions.ts'

interface PromoterLinkProps {
  /** The name of the night. */
  night: string
  list: GuestList
  isCalledOff: boolean
  actions: NightActions
}

export function PromoterLink({ night, list, isCalledOff, actions }: PromoterLinkProps) {
  const { run, busy, reload } = actions
  const { dialog, ask } = useConfirmedAction()
  const [announcement, setAnnouncement] = useState('')
  const moment = useMoment()
  const { timeZone } = useClub().identity
  const closed = describeClosed(list, { isCalledOff, now: Date.now(), timeZone })
  const params = { id: list._id }
  const create = () => adminApi.post('/lists/:id/link', { params })

  /** The button that was pressed disappears, so the focus moves to the new link. */
  const whatsapp = useRef<HTMLAnchorElement>(null)
  const isFocusDue = useRef(false)
  useEffect(() => {
    if (isFocusDue.current && list.link) moveFocus(whatsapp.current)
    isFocusDue.current = false
  }, [list.link])

  async function createFirst() {
    isFocusDue.current = true
    const created = await run(create, { again: createFirst })
    if (created?.ok) await reload()
  }

  if (list.link === null)
    return (
      <div className="guest-link">
        <p>
          Con este enlace, quien lleva gente suma nombres a esta lista sin usuario: ve solo esta lista, y
          quita solo los que sumó. Anda mientras la lista esté abierta y haya lugar.
        </p>
        {closed !== null && <p className="guest-over">{closed}</p>}
        <Button kind="strong" isDisabled={busy} onClick={() => void createFirst()}>
          Crear el enlace
        </Button>
        <p {...liveRegion}>{announcement}</p>
      </div>
    )
  const { url: path, createdAt } = list.link
  const url = new URL(path, location.origin).href
  const subject = `la lista «${list.name}» de ${night}`
  const message =
    closed === null
      ? `Sumá tus nombres a ${subject}:`
      : `Este es el enlace de ${subject}. Ahora está cerrada: se puede mirar, pero no sumar nombres.`
  return (
    <div className="guest-link">
      <p className="shown-link mono">{url}</p>
      {closed !== null && <p className="guest-over">{closed}</p>}
      <SendLink
        message={message}
        url={url}
        ref={whatsapp}
        {...(closed !== null && { label: 'Mandar por WhatsApp (cerrada)' })}
      />
      <p className="guest-note">Hecho el {moment(createdAt)}. Quien lo tenga puede sumar nombres.</p>
      <div className="screen-actions">
        <Button
          onClick={() =>
            ask({
              question: '¿Cambiar el enlace?',
              consequence: 'El anterior deja de andar al instante. Los nombres que ya sumó quedan.',
              confirmLabel: 'Cambiar',
              doing: 'Cambiando…',
              isDanger: false,
              call: create,
              notice: { title: 'Actualizado', text: 'Hay un enlace nuevo.' },
              onDone: reload,
            })
          }
        >
          Cambiar el enlace
        </Button>
        <Button
          kind="danger"
          onClick={() =>
            ask({
              question: '¿Anular el enlace?',
              consequence: 'Deja de andar al instante. Los nombres que ya sumó quedan.',
              confirmLabel: 'Anular',
              doing: 'Anulando…',
              call: () => adminApi.delete('/lists/:id/link', { params }),
              onDone: async () => {
                setAnnouncement('Anulado.')
                await reload()
                moveFocus(null)
              },
            })
          }
        >
          Anular
        </Button>
      </div>
      {dialog}
    </div>
  )
}
