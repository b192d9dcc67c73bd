import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../admin-layout/button.tsx'
import { copyPath } from '../../../admin-layout/paths.ts'
import { listItemScreens } from '../../../admin-layout/screen-list.ts'
import type { Undoable } from '../../../forms/undo.tsx'
import { useClub } from '../../../pages/club-settings.ts'
import { currentNight } from '../../../shared/dates.ts'
import { nightDay } from '../../../shared/night-dates.ts'
import type { Declaration } from '../../shared/fields.ts'
import { formatDatedItemName } from '../../shared/item-names.ts'
import { findItemPage } from '../../shared/item-pages.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { hasShareSet } from '../../shared/share-set-resources.ts'
import { ShareLink } from '../share/share-link.tsx'
import { isHidden, resumeNight, unpublishItem } from './changes.ts'
import { listItemStamps } from './item-state.tsx'
import { useItemChanges } from './use-item-changes.ts'

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
  const { timeZone } = useClub().identity
  const { busy, change, publish, sellOut, sellAgain } = useItemChanges(props)
  const name = formatDatedItemName(declaration, item)
  const unseen = <span className="unseen"> {name}</span>
  const stamps = listItemStamps(resource, item, timeZone).map((stamp) => stamp.name)
  const isCancelled = stamps.includes('cancelled')
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
      {listItemScreens(resource, item._id).map(({ to, label }) => (
        <Link key={to} className="button" to={to}>
          {label}
          {unseen}
        </Link>
      ))}
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
      {!isCancelled &&
        canSellOut(declaration) &&
        (stamps.includes('soldout')
          ? action('Hay entradas de nuevo', sellAgain)
          : (hasOffers(item) || isComing(item, timeZone)) && action('Marcar agotada', sellOut))}
      {isPublished
        ? action('Pasar a borrador', () =>
            change(unpublishItem, `Pasaste «${name}» a borrador.`, `«${name}» ya no se ve en el sitio.`),
          )
        : action('Publicar', publish)}
      {canBeCancelled(declaration) &&
        (isCancelled
          ? action('Deshacer la cancelación', () =>
              change(
                resumeNight,
                `Deshiciste la cancelación de «${name}».`,
                `«${name}» ya no está cancelada.`,
              ),
            )
          : action('Cancelar la fecha', () => onAsk('cancel')))}
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

const hasOffers = ({ offers }: AnyEntity): boolean => Array.isArray(offers) && offers.length > 0

const isComing = ({ date }: AnyEntity, timeZone: string): boolean =>
  typeof date === 'string' && nightDay(date) >= currentNight(new Date(), timeZone)
