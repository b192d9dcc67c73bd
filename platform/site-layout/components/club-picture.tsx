import type { Picture } from '../../../club/pictures.ts'

interface Props {
  picture: Picture
  /** null: decorative. */
  alt: string | null
  /** Of `alt`, where that is not the page's. */
  lang?: string | undefined
  /** The `sizes` of an <img>: how wide it is shown. */
  sizes: string
  className?: string
  /** It is seen at once: fetched first. Others wait until they come near. */
  first?: boolean
}

/** A picture of the club itself, as it ships with the software. */
export function ClubPicture({ picture, alt, lang, sizes, className, first = false }: Props) {
  const { src, sources, width, height } = picture
  return (
    <picture className={className}>
      {sources.map((source) => (
        <source key={source.type} sizes={sizes} {...source} />
      ))}
      <img
        src={src}
        width={width}
        height={height}
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
