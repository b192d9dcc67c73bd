/**
 * Types and addresses of the pictures that ship. Each page has its own file in photographs/, so that it does not load the
 * addresses of pictures of other pages. To use other pictures, replace the files in pictures/ and keep their names.
 */

export interface Source {
  readonly type: 'image/avif' | 'image/webp' | 'image/jpeg'
  /** Value of the `srcset` attribute. */
  readonly srcSet: string
}

/** Attributes of a `<picture>`. `sources` are sorted by quality, the best first. `src` is the address for its `<img>`. */
export interface Picture {
  readonly src: string
  readonly sources: readonly Source[]
  readonly width: number
  readonly height: number
}

export interface DescribedPicture extends Picture {
  readonly alt: string
}

/** Hashed URLs by file path, from Vite's `import.meta.glob`. */
type Files = Readonly<Record<string, string>>

/**
 * Returns the attributes of a photograph. tools/pictures/photos.mjs creates its four files, `{name}-{800,1600}.{avif,jpg}`.
 * @param size width and height of the file with 1600 in its name, in px
 */
export function photograph(
  files: Files,
  name: string,
  size: readonly [width: number, height: number],
): Picture {
  const file = (wide: number, format: string): string => {
    const url = files[`../pictures/${name}-${wide}.${format}`]
    if (url === undefined) throw new Error(`club/pictures/${name}-${wide}.${format} is missing`)
    return url
  }
  const srcSet = (format: string) => `${file(800, format)} 800w, ${file(1600, format)} 1600w`
  const [width, height] = size
  return {
    src: file(800, 'jpg'),
    sources: [
      { type: 'image/avif', srcSet: srcSet('avif') },
      { type: 'image/jpeg', srcSet: srcSet('jpg') },
    ],
    width,
    height,
  }
}
