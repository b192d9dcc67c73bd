import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { Button } from '../../../admin-layout/button.tsx'
import { copyPath, editPath } from '../../../admin-layout/paths.ts'
import { useClub } from '../../../pages/club-settings.ts'
import { formatDatedItemName } from '../../../shared/item-names.ts'
import { notify } from '../../../ui/notify.ts'
import type { Declaration } from '../../shared/fields.ts'
import { findItemPage } from '../../shared/item-pages.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { hasShareSet } from '../../shared/share-set-resources.ts'
import { ShareLink } from '../share/share-link.tsx'
import {
  changeItem,
  isHidden,
  publishItem,
  resumeNight,
  setOffersAvailability,
  unpublishItem,
} from './changes.ts'
import { findPublishingRefusal } from './copy-source.ts'
import { getItemStamp } from './item-state.tsx'
import type { Undoable } from './undo.tsx'

interface MoreActionsProps {
  declaration: Declaration & { name: ResourceName }
  item: AnyEntity
  onChanged: (undo?: Undoable) => void
  onAsk: (what: 'remove' | 'cancel' | 'share') => void
  /** True when another part of the screen shows the delete button. */
  isRemoveInSight: boolean
  onClose: () => void
}

/** The actions that the button "Más" shows. */
export function MoreActions(props: MoreActionsProps) {
  const { declaration, item, onAsk, isRemoveInSight, onClose } = props
  const resource = declaration.name
  const { busy, change, publish } = useItemChanges(props)
  const name = formatDatedItemName(declaration, item)
  const unseen = <span className="unseen"> {name}</span>
  const stamp = getItemStamp(resource, item, useClub().identity.timeZone)?.name
  const isPublished = !isHidden(item)
  const page = findItemPage(resource, item)

  const action = (words: ReactNode, run: () => unknown) => (
    <Button
      isDisabled={busy}
      onClick={() => {
        onClose()
        run()
      }}
    >
      {words}
      {unseen}
    </Button>
  )
  return (
    <>
      {isPublished && (
        <a className="button" href={page}>
          Ver en el sitio{unseen}
        </a>
      )}
      {declaration.fieldsNotCopied && (
        <Link className="button" to={copyPath(declaration, item._id)}>
          Duplicar{unseen}
        </Link>
      )}
      {hasShareSet(resource)
        ? action('Compartir', () => onAsk('share'))
        : isPublished && (
            <ShareLink title={name} path={page}>
              {unseen}
            </ShareLink>
          )}
      {stamp !== 'cancelled' &&
        hasOffers(declaration, item) &&
        (stamp === 'soldout'
          ? action('Hay entradas de nuevo', () =>
              change(
                setOffersAvailability('available'),
                `Pusiste a la venta «${name}».`,
                `«${name}» tiene entradas.`,
              ),
            )
          : action('Marcar agotada', () =>
              change(
                setOffersAvailability('soldout'),
                `Marcaste «${name}» como agotada.`,
                `«${name}» está agotada.`,
              ),
            ))}
      {isPublished
        ? action('Pasar a borrador', () =>
            change(unpublishItem, `Pasaste «${name}» a borrador.`, `«${name}» ya no se ve en el sitio.`),
          )
        : action('Publicar', publish)}
      {canBeCancelled(declaration) &&
        (stamp === 'cancelled'
          ? action('Deshacer la cancelación', () =>
              change(
                resumeNight,
                `Deshiciste la cancelación de «${name}».`,
                `«${name}» ya no está cancelada.`,
              ),
            )
          : action('Cancelar la noche', () => onAsk('cancel')))}
      {!isRemoveInSight && (
        <Button
          kind="danger"
          onClick={() => {
            onClose()
            onAsk('remove')
          }}
        >
          Borrar{unseen}
        </Button>
      )}
    </>
  )
}

type ItemChangesOptions = Pick<MoreActionsProps, 'declaration' | 'item' | 'onChanged'>

/** The one-tap changes of an item, each with an undo. */
function useItemChanges({ declaration, item, onChanged }: ItemChangesOptions) {
  const { name: resource, noticeMs: ms } = declaration
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const here = useLocation()
  const name = formatDatedItemName(declaration, item)

  /** Makes a change. @param said text of the row with the undo button @param notice text that is shown at once */
  async function change(changeOf: typeof resumeNight, said: string, notice: string) {
    if (busy) return
    setBusy(true)
    const answer = await changeItem(resource, item._id, changeOf)
    setBusy(false)
    if (!answer.ok) {
      notify({ title: 'Oops...', text: answer.problem.detail, ms })
      return
    }
    notify({ title: 'Actualizado', text: notice, ms })
    onChanged({ said, back: `«${name}» quedó como estaba.`, undo: answer.value.undo })
  }

  async function publish() {
    if (busy) return
    setBusy(true)
    const refusal = await findPublishingRefusal(resource, item)
    setBusy(false)
    if (refusal === null)
      return change(publishItem, `Publicaste «${name}».`, `«${name}» ya se ve en el sitio.`)
    notify({ title: 'Oops...', text: refusal.reason, ms })
    // Opens the form, which shows the values that the administrator has to confirm.
    if (refusal.opensForm)
      void navigate(editPath(declaration, item._id), { state: { from: here.pathname + here.search } })
  }

  return { busy, change, publish }
}

type Declared = Pick<Declaration, 'fields'>

/** True for resources with a status that can be 'cancelled'. */
function canBeCancelled({ fields: { status } }: Declared): boolean {
  return status?.kind === 'choice' && 'cancelled' in status.options
}

/** True for resources whose offers can be sold out. */
function canSellOut({ fields: { offers } }: Declared): boolean {
  const availability = offers?.kind === 'rows' ? offers.columns.availability : undefined
  return availability?.kind === 'choice' && 'soldout' in availability.options
}

const hasOffers = (declaration: Declared, item: AnyEntity): boolean =>
  canSellOut(declaration) && Array.isArray(item.offers) && item.offers.length > 0
