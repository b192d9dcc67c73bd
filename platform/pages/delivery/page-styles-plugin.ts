import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, parseAst, type Rolldown } from 'vite'

const root = join(import.meta.dirname, '../../..')
const platform = join(root, 'platform/')
const features = join(root, 'features/')

/**
 * Vite plugin for the styles of public pages, which are inside the document. In the server build, the root and each page
 * module export the text of all style sheets that they import, directly or indirectly, as `styles`.
 */
export function pageStyles(): Plugin {
  return {
    name: 'page-styles',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
    async transform(code, id) {
      const isPage = [features, join(platform, 'site-layout/'), join(platform, 'app/')].some((folder) =>
        id.startsWith(folder),
      )
      if (!isPage || !/^export default /m.test(code)) return
      const sheets = await findStyleSheets(this, id)
      const imports = sheets.map(
        (sheet, index) => `import style${index} from ${JSON.stringify(`${sheet}?inline`)}`,
      )
      const names = sheets.map((_, index) => `style${index}`)
      return { code: `${code}\n${imports.join('\n')}\nexport const styles = [${names}]\n`, map: null }
    },
  }
}

/** Finds the style sheets that a module imports, directly or indirectly, in the order of the imports. */
async function findStyleSheets(
  context: Rolldown.PluginContext,
  file: string,
  seen = new Set<string>(),
): Promise<string[]> {
  const sheets: string[] = []
  const { body } = parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' })
  for (const statement of body) {
    if (!('source' in statement) || !statement.source) continue
    const source = statement.source.value
    const found = await context.resolve(source, file)
    const id = source.startsWith('virtual:') ? source : found?.id
    if (!id || seen.has(id)) continue
    seen.add(id)
    if (/\.css$/.test(id)) sheets.push(id)
    else if (/\.tsx?$/.test(id) && (id.startsWith(platform) || id.startsWith(features)))
      sheets.push(...(await findStyleSheets(context, id, seen)))
  }
  return sheets
}
