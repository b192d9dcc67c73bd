import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Declaration } from '../../../../contract/content/fields.ts'
import type { AnyEntity, ResourceName } from '../../../../contract/content/resources.ts'
import { pageOfItem } from '../../../../contract/item-pages.ts'
import { isKitResource } from '../../../../contract/kit-resources.ts'
import { fullNameOf } from '../../../../contract/names.ts'
import { notify } from '../../../ui/notify.ts'
import { Share } from '../../layout/share.tsx'
import { copyPath } from '../../paths.ts'
import { changeItem, drafting, isHidden, publishing, resuming, selling } from './changes.ts'
import { canBeCancelled, hasOffers, stampOfItem } from './night.ts'
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
  const name = fullNameOf(declaration, item)
  const unseen = <span className="unseen"> {name}</span>
  const stamp = stampOfItem(declaration, item)
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
            <Share title={name} path={page}>
              {unseen}
            </Share>
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
            then(() => work(publishing, `Publicaste «${name}».`, `«${name}» ya se ve en el sitio.`)),
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
