/** The picture of a row of a group: one that ships, or one that somebody uploaded. */
import { SHIPPED_PICTURES } from '../../../club/defaults.ts'
import type { Picture as Shipped } from '../../../club/pictures.ts'
import type { Picture as Stored } from '../../content/shared/entity-parts.ts'
import { Picture } from '../../ui/picture.tsx'
import { ClubPicture } from './club-picture.tsx'

export type RowPicture = { shipped: Shipped } | { stored: Stored }

/**
 * @param path as the row has it
 * @param photographs those that ship for this page, by name
 * @param images those of the group that were uploaded, by path
 * @returns null: the row has none, or the one that it had is gone
 */
export function findRowPicture(
  path: string | null,
  photographs: Readonly<Record<string, Shipped>>,
  images: Readonly<Record<string, Stored>>,
): RowPicture | null {
  if (path === null) return null
  const stored = images[path]
  if (stored) return { stored }
  const shipped = path.startsWith(SHIPPED_PICTURES)
    ? photographs[path.slice(SHIPPED_PICTURES.length).replace(/\.jpg$/, '')]
    : undefined
  return shipped ? { shipped } : null
}

export function isUpright(picture: RowPicture): boolean {
  const { width, height } = 'stored' in picture ? picture.stored : picture.shipped
  return height > width
}

interface Props {
  picture: RowPicture
  /** null: decorative. */
  alt: string | null
  lang?: string | undefined
  sizes: string
  className: string
  first?: boolean
}

/** Prints that ship are developed; what is uploaded is developed here (site.css). */
export const RowPicture = ({ picture, className, ...props }: Props) =>
  'stored' in picture ? (
    <Picture picture={picture.stored} className={`${className} photo`} {...props} />
  ) : (
    <ClubPicture picture={picture.shipped} className={`${className} print`} {...props} />
  )
