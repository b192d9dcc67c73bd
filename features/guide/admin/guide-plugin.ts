import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const DOCS = join(import.meta.dirname, '../../../docs')
const GUIDE = join(DOCS, 'guia-del-club.md')
const MODULE = 'virtual:guide'

const PICTURE = /<img src="(screens\/[\w-]+\.webp)" width="(\d+)" alt="([^"]*)">/g

/**
 * Vite plugin for `import { parts } from 'virtual:guide'`: the guide of the repository as HTML, rendered at build time. Its
 * pictures become assets of the build. Pictures that do not exist are left out (`npm run screens` makes them).
 */
export function clubGuide(): Plugin {
  return {
    name: 'club-guide',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return
      this.addWatchFile(GUIDE)
      // Loaded only when the guide is imported, because every command of Vite reads this file.
      const [{ splitGuide }, { default: sharp }] = await Promise.all([
        import('./guide-parts.ts'),
        import('sharp'),
      ])
      const parts = JSON.stringify(splitGuide(await readFile(GUIDE, 'utf8')))
      const heights = new Map<string, number>()
      for (const [, path = '', width] of parts.replaceAll('\\"', '"').matchAll(PICTURE)) {
        const file = join(DOCS, path)
        if (!existsSync(file)) continue
        const picture = await sharp(file).metadata()
        heights.set(path, Math.round((Number(width) * picture.height) / picture.width))
      }
      const paths = [...heights.keys()]
      const imports = paths.map(
        (path, index) => `import picture${index} from ${JSON.stringify(`${join(DOCS, path)}?url`)}`,
      )
      return `${imports.join('\n')}
const pictures = { ${paths.map((path, index) => `${JSON.stringify(path)}: [picture${index}, ${heights.get(path)}]`)} }
const withPictures = (html) => html.replace(${PICTURE}, (_, path, width, alt) => {
  const [src, height] = pictures[path] ?? []
  return src ? \`<img src="\${src}" width="\${width}" height="\${height}" alt="\${alt}" loading="lazy">\` : ''
})
export const parts = ${parts}.map((part) => ({ ...part, html: withPictures(part.html) }))
`
    },
  }
}
