import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, parseAst, type Rolldown } from 'vite'

const root = join(import.meta.dirname, '../../..')
const platform = join(root, 'platform/')
const features = join(root, 'features/')

/** Marks the import of a sheet that the first screen does not need: `import './footer.css?later'`. */
const LATER = '?later'

/**
 * Vite plugin for the styles of public pages. In the server build, the root and each page module export the text of all style
 * sheets that they import, directly or indirectly, as `styles`, and those without `?later` as `firstStyles`.
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
      const first = sheets.filter((sheet) => !sheet.endsWith(LATER))
      const all = new Set(sheets.map((sheet) => sheet.replace(LATER, '')))
      const lists = { styles: [...all], firstStyles: first }
      return { code: code + Object.entries(lists).map(createExport).join(''), map: null }
    },
  }
}

function createExport([name, sheets]: [string, string[]]): string {
  const imports = sheets.map(
    (sheet, index) => `import ${name}${index} from ${JSON.stringify(`${sheet}?inline`)}\n`,
  )
  const texts = sheets.map((_, index) => `${name}${index}`)
  return `\n${imports.join('')}export const ${name} = [${texts}]\n`
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
    if (/\.css(\?later)?$/.test(id)) sheets.push(id)
    else if (/\.tsx?$/.test(id) && (id.startsWith(platform) || id.startsWith(features)))
      sheets.push(...(await findStyleSheets(context, id, seen)))
  }
  return sheets
}
