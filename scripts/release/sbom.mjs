/** What is in a release, for programs that look for known holes: CycloneDX 1.5, https://cyclonedx.org. */
import { spawnSync } from 'node:child_process'
import { root, withoutSecrets } from '../runtime.mjs'
import { digest } from '../source-digest.mjs'

/** All that package-lock.json names, for every platform and for tests too. */
function billOfLock() {
  // npm-cli.js where npm runs us, which also finds it where it is not on the PATH.
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js')
    ? [process.env.npm_node_execpath ?? process.execPath, process.env.npm_execpath]
    : ['npm']
  const args = [...npm.slice(1), 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { status, stdout, stderr } = spawnSync(npm[0], args, {
    cwd: root,
    env: withoutSecrets(),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  return JSON.parse(stdout)
}

/**
 * npm's bill of the lock file, without what is not in the release, and the same every time.
 * @param {{name: string, version: string}[]} inside the package.json of everything that is
 * @param {{name: string, version: string, commit: string, date: Date}} release
 * @returns {string} JSON
 */
export function billOfMaterials(inside, { name, version, commit, date }) {
  const { serialNumber: _, metadata, components, dependencies, ...bill } = billOfLock()
  const wanted = new Set(inside.map((each) => `${each.name}@${each.version}`))
  const known = components.filter((each) => wanted.has(`${each.name}@${each.version}`))
  const missing = [...wanted].filter((each) => !known.some((one) => each === `${one.name}@${one.version}`))
  if (missing.length > 0) throw new Error(`package-lock.json does not name ${missing.join(', ')}`)
  const refs = new Set([...known.map((each) => each['bom-ref']), metadata.component['bom-ref']])
  const told = {
    ...bill,
    metadata: {
      ...metadata,
      timestamp: date.toISOString(),
      component: { ...metadata.component, type: 'application', name, version: `${version}+${commit}` },
    },
    components: known,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  }
  // Named by what it says: by chance, as npm does it, two of the same release would differ.
  const hash = digest(JSON.stringify(told))
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  return `${JSON.stringify({ ...told, serialNumber: `urn:uuid:${uuid}` }, null, 2)}\n`
}
