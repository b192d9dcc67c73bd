import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, parseAst, type Rolldown } from 'vite'

const app = join(import.meta.dirname, '..')

/** React Router's query for what the browser is sent of a route. */
const CLIENT_ROUTE = '?__react-router-build-client-route'

const isPublic = (id: string): boolean => id.startsWith(join(app, 'site/'))

/**
 * Pages of app/site are rendered by React and hydrated by nobody. Their routes have no code in the browser; on the server
 * each, and the root, exports the text of all style sheets that it imports, directly or not, as `styles`.
 */
export function publicRoutes(): Plugin {
  return {
    name: 'public-routes',
    async transform(code, id) {
      if (this.environment.name === 'client')
        return isPublic(id) && id.endsWith(CLIENT_ROUTE) ? { code: '', map: null } : undefined
      const isRoute = /^export default /m.test(code) && (isPublic(id) || id === join(app, 'root.tsx'))
      if (!isRoute || id.includes('?')) return
      const sheets = await sheetsOf(this, id)
      const imports = sheets.map(
        (sheet, index) => `import style${index} from ${JSON.stringify(`${sheet}?inline`)}`,
      )
      const names = sheets.map((_, index) => `style${index}`)
      return { code: `${code}\n${imports.join('\n')}\nexport const styles = [${names}]\n`, map: null }
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const [name, chunk] of Object.entries(bundle))
          if (
            chunk.type === 'chunk' &&
            chunk.facadeModuleId?.endsWith(CLIENT_ROUTE) &&
            isPublic(chunk.facadeModuleId)
          )
            delete bundle[name]
      },
    },
  }
}

/** The style sheets that a module imports, in the order in which they are imported. */
async function sheetsOf(
  context: Rolldown.PluginContext,
  file: string,
  seen = new Set<string>(),
): Promise<string[]> {
  const sheets: string[] = []
  const { body } = parseAst(readFileSync(file, 'utf8'), { lang: 'tsx' })
  for (const statement of body) {
    if (!('source' in statement) || !statement.source) continue
    const source = statement.source.value
    const found = await context.resolve(source, file)
    const id = source.startsWith('virtual:') ? source : found?.id
    if (!id || seen.has(id)) continue
    seen.add(id)
    if (/\.css$/.test(id)) sheets.push(id)
    else if (/\.tsx?$/.test(id) && id.startsWith(app)) sheets.push(...(await sheetsOf(context, id, seen)))
  }
  return sheets
}
