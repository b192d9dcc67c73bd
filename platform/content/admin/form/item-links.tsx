import { Link } from 'react-router'
import { copyPath, itemHistoryPath } from '../../../admin-layout/paths.ts'
import { nameOf } from '../../../shared/names.ts'
import type { Declaration } from '../../shared/fields.ts'
import { pageOfItem } from '../../shared/item-pages.ts'
import { stateOf } from '../../shared/publication.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { ShareItem } from '../share/share-item.tsx'

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
