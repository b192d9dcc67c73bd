import { Link } from 'react-router'
import type { Declaration } from '../../../../contract/content/fields.ts'
import { stateOf } from '../../../../contract/content/publication.ts'
import type { AnyEntity, ResourceName } from '../../../../contract/content/resources.ts'
import { ShareItem } from '../../../../platform/content/admin/item/share-item.tsx'
import { pageOfItem } from '../../../../platform/content/shared/item-pages.ts'
import { nameOf } from '../../../../platform/shared/names.ts'
import { copyPath, itemHistoryPath } from '../../paths.ts'

interface ItemLinksProps {
  declaration: Declaration & { name: ResourceName }
  /** As it is stored. */
  item: AnyEntity
}

/** What one does with an item beside changing it. */
export function ItemLinks({ declaration, item }: ItemLinksProps) {
  const page = pageOfItem(declaration.name, item)
  return (
    <nav aria-label="Este ítem" className="screen-actions">
      {stateOf(item, Date.now()) === 'published' && (
        <a className="button" href={page}>
          Ver en el sitio
        </a>
      )}
      <ShareItem resource={declaration.name} item={item} name={nameOf(declaration, item)} page={page} />
      {declaration.copiedWithout && (
        <Link className="button" to={copyPath(declaration, item._id)}>
          Duplicar
        </Link>
      )}
      <Link className="button" to={itemHistoryPath(declaration.name, item._id)}>
        Historial
      </Link>
    </nav>
  )
}
