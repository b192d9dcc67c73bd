import type { Picture } from '../../../club/pictures.ts'

interface Props {
  picture: Picture
  /** Text alternative. null when the picture is decorative. */
  alt: string | null
  /** Language of `alt`, when it is not the language of the page. */
  lang?: string | undefined
  /** Value of the attribute `sizes`: the width of the picture on the page. */
  sizes: string
  className?: string
  /** True for a picture on the first screen. It loads with high priority. Other pictures load lazily. */
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
