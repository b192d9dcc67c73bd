import type { Picture as Stored } from '../content/shared/entity-parts.ts'

/** What the page needs of a stored picture. The placeholder stays behind: it would double the page's weight. */
export type PictureSource = Omit<Stored, 'placeholder'>

export const withoutPlaceholder = ({ placeholder: _, ...picture }: Stored): PictureSource => picture

const types = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const

interface Props {
  picture: PictureSource
  /** null: decorative. */
  alt: string | null
  /** Of `alt`, where that is not the page's. */
  lang?: string | undefined
  /** The `sizes` of an <img>: how wide it is shown. */
  sizes: string
  className?: string
  /** The page's largest paint: fetched at once and first. Others wait until they come near. */
  first?: boolean
}

/** AVIF, WebP and JPEG of a stored picture, whichever the browser likes best, in the width it needs. */
export function Picture({ picture, alt, lang, sizes, className, first = false }: Props) {
  const sources = (format: keyof typeof types) =>
    picture.widths.map((width) => `${picture.base}-${width}.${format} ${width}w`).join(', ')
  return (
    <picture className={className}>
      {(['avif', 'webp'] as const)
        .filter((format) => picture.formats.includes(format))
        .map((format) => (
          <source key={format} type={types[format]} srcSet={sources(format)} sizes={sizes} />
        ))}
      <img
        src={picture.src}
        srcSet={picture.formats.includes('jpg') ? sources('jpg') : undefined}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
        alt={alt ?? ''}
        lang={alt ? lang : undefined}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding={first ? undefined : 'async'}
        draggable={false}
      />
    </picture>
  )
}
