import type { Declaration } from '../../shared/fields.ts'
import { formatItemName } from '../../shared/item-names.ts'
import type { AnyEntity } from '../../shared/resources.ts'

interface ItemPictureProps {
  declaration: Declaration
  item: AnyEntity
}

/** The picture of an item in lists, or the item's initials. Renders nothing for resources without pictures. */
export function ItemPicture({ declaration, item }: ItemPictureProps) {
  if (!declaration.picture) return null
  const picture = item.images?.[declaration.picture]
  const width = picture?.widths[0]
  return (
    <div className="item-picture">
      {picture && width !== undefined ? (
        <picture>
          {picture.formats.includes('avif') && (
            <source type="image/avif" srcSet={`${picture.base}-${width}.avif`} />
          )}
          <img
            src={`${picture.base}-${width}.webp`}
            width={picture.width}
            height={picture.height}
            alt=""
            loading="lazy"
            decoding="async"
          />
        </picture>
      ) : (
        <span className="item-initials" aria-hidden="true">
          {getInitials(formatItemName(declaration, item))}
        </span>
      )}
    </div>
  )
}

/** Returns the initials of the first two words. */
const getInitials = (name: string): string =>
  name
    .split(' ', 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase('es')
