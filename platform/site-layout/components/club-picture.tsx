import type { Picture } from '../../../club/pictures.ts'

interface Props {
  picture: Picture
  /** null when the picture is decorative. */
  alt: string | null
  /** Language of `alt`, when it differs from that of the page. */
  lang?: string | undefined
  /** The `sizes` attribute of the <img>: its width on the page. */
  sizes: string
  className?: string
  /** True for a picture of the first screen: it loads first. Other pictures load lazily. */
  first?: boolean
}

/** A picture that ships with the software. */
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
