import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { copyPath, editPath } from '../../../admin-layout/paths.ts'
import { ShareLink } from '../../../admin-layout/share-actions.tsx'
import { useClub } from '../../../pages/club-words.ts'
import { fullNameOf } from '../../../shared/names.ts'
import { notify } from '../../../ui/notify.ts'
import type { Declaration } from '../../shared/fields.ts'
import { pageOfItem } from '../../shared/item-pages.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { isKitResource } from '../../shared/share-set-resources.ts'
import { changeItem, drafting, isHidden, publishing, resuming, selling } from './changes.ts'
import { whyNotPublished } from './copy-source.ts'
import { stampOfItem } from './item-stamp.ts'
import { canBeCancelled, hasOffers } from './night.ts'
import type { Undoable } from './undo.tsx'

interface MoreActionsProps {
  declaration: Declaration & { name: ResourceName }
  item: AnyEntity
  onChanged: (undo?: Undoable) => void
  /** Asks before it does something, or shows what there is to share. */
  onAsk: (what: 'remove' | 'cancel' | 'share') => void
  /** Whether deleting is in sight elsewhere. */
  isRemoveInSight: boolean
  onClose: () => void
}

type Work = typeof resuming

/** What stands behind "Más": it comes when somebody looks there. */
export function MoreActions(props: MoreActionsProps) {
  const { declaration, item, onChanged, onAsk, isRemoveInSight, onClose } = props
  const { name: resource, noticeMs: ms } = declaration
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const here = useLocation()
  const name = fullNameOf(declaration, item)
  const unseen = <span className="unseen"> {name}</span>
  const stamp = stampOfItem(resource, item, useClub().identity.timeZone)?.name
  const isSeen = !isHidden(item)
  const page = pageOfItem(resource, item)
  const then = (run: () => unknown) => () => {
    onClose()
    run()
  }

  /** One tap, told by a notice and taken back by another. */
  async function work(change: Work, said: string, told: string) {
    if (busy) return
    setBusy(true)
    const answer = await changeItem(resource, item._id, change)
    setBusy(false)
    if (!answer.ok) {
      notify({ title: 'Oops...', text: answer.problem.detail, ms })
      return
    }
    notify({ title: 'Actualizado', text: told, ms })
    onChanged({ said, back: `«${name}» quedó como estaba.`, undo: answer.value.undo })
  }

  async function publish() {
    if (busy) return
    setBusy(true)
    const refusal = await whyNotPublished(resource, item)
    setBusy(false)
    if (refusal === null) return work(publishing, `Publicaste «${name}».`, `«${name}» ya se ve en el sitio.`)
    notify({ title: 'Oops...', text: refusal.reason, ms })
    // The form shows the confirmation prompts.
    if (refusal.opensForm)
      void navigate(editPath(declaration, item._id), { state: { from: here.pathname + here.search } })
  }

  const action = (words: ReactNode, onClick: () => void) => (
    <button type="button" className="button" aria-disabled={busy || undefined} onClick={onClick}>
      {words}
      {unseen}
    </button>
  )
  return (
    <>
      {isSeen && (
        <a className="button" href={page}>
          Ver en el sitio{unseen}
        </a>
      )}
      {declaration.copiedWithout && (
        <Link className="button" to={copyPath(declaration, item._id)}>
          Duplicar{unseen}
        </Link>
      )}
      {isKitResource(resource)
        ? action(
            'Compartir',
            then(() => onAsk('share')),
          )
        : isSeen && (
            <ShareLink title={name} path={page}>
              {unseen}
            </ShareLink>
          )}
      {stamp !== 'cancelled' &&
        hasOffers(declaration, item) &&
        (stamp === 'soldout'
          ? action(
              'Hay entradas de nuevo',
              then(() =>
                work(selling('available'), `Pusiste a la venta «${name}».`, `«${name}» tiene entradas.`),
              ),
            )
          : action(
              'Marcar agotada',
              then(() =>
                work(selling('soldout'), `Marcaste «${name}» como agotada.`, `«${name}» está agotada.`),
              ),
            ))}
      {isSeen
        ? action(
            'Pasar a borrador',
            then(() => work(drafting, `Pasaste «${name}» a borrador.`, `«${name}» ya no se ve en el sitio.`)),
          )
        : action(
            'Publicar',
            then(() => publish()),
          )}
      {canBeCancelled(declaration) &&
        (stamp === 'cancelled'
          ? action(
              'Deshacer la cancelación',
              then(() =>
                work(resuming, `Deshiciste la cancelación de «${name}».`, `«${name}» ya no está cancelada.`),
              ),
            )
          : action(
              'Cancelar la noche',
              then(() => onAsk('cancel')),
            ))}
      {!isRemoveInSight && (
        <button type="button" className="button button-danger" onClick={then(() => onAsk('remove'))}>
          Borrar{unseen}
        </button>
      )}
    </>
  )
}
