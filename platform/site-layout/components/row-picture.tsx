/** The picture of a settings row. It is a picture that ships with the software, or an uploaded one. */
import { SHIPPED_PICTURES } from '../../../club/defaults.ts'
import type { Picture as Shipped } from '../../../club/pictures.ts'
import type { Picture as Stored } from '../../content/shared/entity-parts.ts'
import { Picture } from '../../ui/picture.tsx'
import { ClubPicture } from './club-picture.tsx'

export type RowPicture = { shipped: Shipped } | { stored: Stored }

/**
 * @param path path of the picture in the row
 * @param photographs pictures that ship for this page, by name
 * @param images uploaded pictures of the group, by path
 * @returns null when the row has no picture, or when its picture no longer exists
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
  /** Text alternative. null when the picture is decorative. */
  alt: string | null
  lang?: string | undefined
  sizes: string
  className: string
  first?: boolean
}

/** Uploaded pictures get the class `photo`, with which site.css makes them grey. Pictures that ship are grey already. */
export const RowPicture = ({ picture, className, ...props }: Props) =>
  'stored' in picture ? (
    <Picture picture={picture.stored} className={`${className} photo`} {...props} />
  ) : (
    <ClubPicture picture={picture.shipped} className={`${className} print`} {...props} />
  )
