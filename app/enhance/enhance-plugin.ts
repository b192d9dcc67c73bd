import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const ENTRY = join(import.meta.dirname, 'main.ts')
const MODULE = 'virtual:enhance'

/**
 * `import address from 'virtual:enhance'`: where the browser finds the script of main.ts. It is built apart from React's
 * screens, so that it shares no file with them: a public page sends for one script, and import() for the rest.
 */
export function enhanceScript(target: string): Plugin {
  let built: Promise<Rolldown.RolldownOutput> | null = null
  const bundle = () => {
    built ??= build({
      configFile: false,
      envDir: false,
      logLevel: 'warn',
      build: {
        write: false,
        target,
        modulePreload: false,
        rolldownOptions: {
          input: ENTRY,
          output: {
            format: 'es',
            entryFileNames: 'assets/enhance-[hash].js',
            chunkFileNames: 'assets/enhance-[name]-[hash].js',
          },
        },
      },
    }) as Promise<Rolldown.RolldownOutput>
    return built
  }
  return {
    name: 'enhance-script',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return
      const address =
        this.environment.mode === 'dev' ? '/app/enhance/main.ts' : `/${(await bundle()).output[0].fileName}`
      return `export default ${JSON.stringify(address)}`
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      for (const file of (await bundle()).output)
        if (file.type === 'chunk')
          this.emitFile({ type: 'asset', fileName: file.fileName, source: file.code })
    },
  }
}
