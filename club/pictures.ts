/**
 * What a picture of the club is, for the browser. Its photographs have a file for each page under photographs/, the film
 * and the icons one each: a page loads the names of what it shows. How to replace them by your own is to put yours in
 * their place in pictures/, under the same names.
 */

export interface Source {
  readonly type: 'image/avif' | 'image/webp' | 'image/jpeg'
  /** Ready for the `srcset` attribute. */
  readonly srcSet: string
}

/** What a `<picture>` needs: sources best first, and the `src` for the `<img>` inside it. */
export interface Picture {
  readonly src: string
  readonly sources: readonly Source[]
  readonly width: number
  readonly height: number
}

/** One whose words are not said where it is shown. */
export interface Described extends Picture {
  readonly alt: string
}

/** Hashed URL of each file, by its path, as Vite's `import.meta.glob` gives them. */
type Files = Readonly<Record<string, string>>

/**
 * A photograph as tools/pictures/photos.mjs makes them: `{name}-{800,1600}.{avif,jpg}`.
 * @param size of the wide one, px
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
