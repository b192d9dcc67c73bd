/** The bill of materials (SBOM) of a release, for programs that search for known vulnerabilities: CycloneDX 1.5, https://cyclonedx.org. */
import { spawnSync } from 'node:child_process'
import { root, withoutSecrets } from '../runtime.mjs'
import { digest } from '../source-digest.mjs'

/** Returns the SBOM that npm creates from package-lock.json. It includes packages for every platform and for tests. */
function readLockSbom() {
  // npm sets npm_execpath for its scripts, so npm is found even if it is not on the PATH.
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
 * Reduces the SBOM of the lock file to the packages of the release. The result is reproducible.
 * @param {{name: string, version: string}[]} included the package.json of each package
 * @param {{name: string, version: string, commit: string, date: Date}} release
 * @returns {string} JSON
 */
export function createSbom(included, { name, version, commit, date }) {
  const { serialNumber: _, metadata, components, dependencies, ...lockSbom } = readLockSbom()
  const wanted = new Set(included.map((each) => `${each.name}@${each.version}`))
  const known = components.filter((each) => wanted.has(`${each.name}@${each.version}`))
  const missing = [...wanted].filter((each) => !known.some((one) => each === `${one.name}@${one.version}`))
  if (missing.length > 0) throw new Error(`package-lock.json does not name ${missing.join(', ')}`)
  const refs = new Set([...known.map((each) => each['bom-ref']), metadata.component['bom-ref']])
  const sbom = {
    ...lockSbom,
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
  // The serial number is computed from the content, because npm's random number would differ between builds of one release.
  const hash = digest(JSON.stringify(sbom))
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  return `${JSON.stringify({ ...sbom, serialNumber: `urn:uuid:${uuid}` }, null, 2)}\n`
}
