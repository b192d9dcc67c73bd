/** Finds the URLs of scripts and style sheets of the site. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EntryName, PageAssets } from '../shared/page-services.ts'

const ENHANCE = 'platform/app/public-entry.ts'
const ISLANDS = 'platform/app/islands-entry.tsx'
const PENCILS = 'platform/app/pencils/field-pencils.ts'
const ENTRIES: Record<EntryName, string> = {
  account: 'platform/app/account-entry.tsx',
  admin: 'platform/app/admin-entry.tsx',
}

/** Vite's manifest. It maps source files to the files of the build. https://vite.dev/guide/backend-integration */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] } | undefined>

/** Reads the manifests of a build. @param folder the folder `client` of the build */
export async function readBuiltAssets(folder: string): Promise<{ assets: PageAssets; version: string }> {
  const texts = await Promise.all(
    ['screens.json', 'enhance.json', 'pencils.json'].map((name) =>
      readFile(join(folder, '.vite', name), 'utf8'),
    ),
  )
  const [screens, enhance, pencils] = texts.map((text) => JSON.parse(text)) as [Manifest, Manifest, Manifest]
  return {
    version: createHash('sha256').update(texts.join()).digest('hex').slice(0, 8),
    assets: {
      enhance: toUrl(enhance[ENHANCE]?.file),
      islands: toUrl(enhance[ISLANDS]?.file),
      pencils: toUrl(pencils[PENCILS]?.file),
      screen(entry, module) {
        const styles = new Set<string>()
        const scripts = new Set<string>()
        const add = (key: string) => {
          const chunk = screens[key]
          if (!chunk || scripts.has(chunk.file)) return
          scripts.add(chunk.file)
          // Imports come first, so that style sheets apply in the order in which modules import them.
          for (const each of chunk.imports ?? []) add(each)
          for (const sheet of chunk.css ?? []) styles.add(sheet)
        }
        add(ENTRIES[entry])
        if (module) add(module)
        const [first, ...others] = scripts
        return {
          entry: toUrl(first),
          styles: [...styles].map(toUrl),
          preloads: others.map(toUrl),
        }
      },
    },
  }
}

function toUrl(file: string | undefined): string {
  if (file === undefined) throw new Error('the manifest of the build lacks an entry')
  return `/${file}`
}

/**
 * Creates the assets for development. They have no style sheets, because Vite's development server adds them.
 * @param preamble script of @vitejs/plugin-react for Fast Refresh
 */
export const createDevelopmentAssets = (preamble: string): PageAssets => ({
  enhance: `/${ENHANCE}`,
  islands: `/${ISLANDS}`,
  pencils: `/${PENCILS}`,
  preamble: `import '/@vite/client'\n${preamble}`,
  screen: (entry) => ({
    entry: `/${ENTRIES[entry]}`,
    styles: [],
    preloads: [],
  }),
})
