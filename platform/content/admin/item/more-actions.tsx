import { type ComponentType, Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../admin-layout/button.tsx'
import type { ListActions } from '../../../admin-layout/feature-parts.ts'
import { copyPath } from '../../../admin-layout/paths.ts'
import { listItemScreens } from '../../../admin-layout/screen-list.ts'
import type { Undoable } from '../../../forms/undo.tsx'
import { useClub } from '../../../pages/club-settings.ts'
import type { Declaration } from '../../shared/fields.ts'
import { formatDatedItemName } from '../../shared/item-names.ts'
import { findItemPage } from '../../shared/item-pages.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { hasShareSet } from '../../shared/share-set-resources.ts'
import { ShareLink } from '../share/share-link.tsx'
import { isHidden, unpublishItem } from './changes.ts'
import type { ItemAction, ItemDialogProps } from './item-action.ts'
import { useItemChanges } from './use-item-changes.ts'

/** The dialog that an action opens. */
export type Asked = 'remove' | 'share' | ComponentType<ItemDialogProps>

interface MoreActionsProps {
  /** Returns the actions that a feature adds. */
  listActions: ListActions
  declaration: Declaration & { name: ResourceName }
  item: AnyEntity
  onChanged: (undo?: Undoable) => void
  onAsk: (what: Asked) => void
  /** True when another part of the screen shows the delete button. */
  isRemoveInSight: boolean
  onClose: () => void
}

/** The actions that the button "Más" shows. */
export function MoreActions(props: MoreActionsProps) {
  const { declaration, item, listActions, onAsk, isRemoveInSight, onClose } = props
  const resource = declaration.name
  const { timeZone } = useClub().identity
  const { busy, change, publish } = useItemChanges(props)
  const name = formatDatedItemName(declaration, item)
  const unseen = <span className="unseen"> {name}</span>
  const added = listActions(item, Date.now(), timeZone)
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
  const button = ({ label, does }: ItemAction) => (
    <Fragment key={label}>{action(label, () => ('create' in does ? change(does) : onAsk(does)))}</Fragment>
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
      {added.filter(({ isFirst }) => isFirst).map(button)}
      {isPublished
        ? action('Pasar a borrador', () =>
            change({
              create: unpublishItem,
              said: `Pasaste «${name}» a borrador.`,
              notice: `«${name}» ya no se ve en el sitio.`,
            }),
          )
        : action('Publicar', publish)}
      {added.filter(({ isFirst }) => !isFirst).map(button)}
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
