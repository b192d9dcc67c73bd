import type { Picture as Stored } from '../content/shared/entity-parts.ts'

/**
 * The data of a stored picture that a page needs. The placeholder is omitted, because it would double the size of the page.
 */
export type PictureSource = Omit<Stored, 'placeholder'>

export const withoutPlaceholder = ({ placeholder: _, ...picture }: Stored): PictureSource => picture

const types = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const

interface Props {
  picture: PictureSource
  /** Text alternative. null for a decorative picture */
  alt: string | null
  /** Language of `alt`, if it is not the language of the page. */
  lang?: string | undefined
  /**
   * The `sizes` attribute of the <img>: the width of the picture on the page. In the single column of a phone, pages state 88vw for a width of
   * 92vw: common phones (360 px at 3, 393 px at 2.75, 412 px at 2.625 pixels each) then load 960 instead of 1280 pixels.
   */
  sizes: string
  className?: string
  /** True for the largest picture of the first screen, which loads at once. Other pictures load lazily. */
  first?: boolean
}

/** Renders a stored picture as AVIF, WebP and JPEG in several widths. The browser chooses format and width. */
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
