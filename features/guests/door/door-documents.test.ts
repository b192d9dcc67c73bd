import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { doorPath } from '../shared/guest-paths.ts'

const DECODER = 'assets/decode-worker-4.js'
const TOKEN = 'un-token-que-nadie-adivina'

describe('the page of the door', () => {
  let folder: string
  let database: TestDatabase
  let built: TestClub
  let development: TestClub

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'door-assets-'))
    await mkdir(join(folder, '.vite'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'worker.js'), 'listen()')
    await writeFile(join(folder, DECODER), 'decode()')
    await writeFile(join(folder, `${DECODER}.br`), 'in Brotli')
    await writeFile(join(folder, `${DECODER}.gz`), 'in gzip')
    const files = {
      'features/guests/door/door-entry.tsx': {
        file: 'assets/door-1.js',
        css: ['assets/door-2.css'],
        assets: ['assets/archivo-3.woff2', 'assets/picture.svg'],
      },
      'features/guests/door/service-worker.ts': { file: 'worker.js' },
      'features/guests/door/camera/decode-worker.ts': { file: DECODER, assets: ['assets/reader-5.wasm'] },
    }
    await writeFile(join(folder, '.vite/door.json'), JSON.stringify(files))
    database = await createDatabase()
    built = await openTestClub(database, {
      assets: folder,
      env: { SITE_URL: 'https://club.example' },
    })
    development = await openTestClub(await createDatabase())
  })
  afterAll(async () => {
    await Promise.all([built.stop(), development.stop()])
    await rm(folder, { recursive: true })
  })

  test('is the same for every token, private, and restricted to its own files', async () => {
    const response = await built.send('GET', doorPath(TOKEN))
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('<script type="module" src="/assets/door-1.js"></script>')
    expect(html).toContain('<link rel="stylesheet" href="/assets/door-2.css">')
    expect(html).toMatch(/<noscript>.*necesita JavaScript/)
    expect(html).not.toContain(TOKEN)
    expect(await (await built.send('GET', doorPath('other'))).text()).toBe(html)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-frame-options': 'DENY',
    })
    const policy = response.headers.get('Content-Security-Policy')?.split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        'upgrade-insecure-requests',
      ]),
    )
  })

  test('is the only page that may keep the screen on, open a camera and compile WebAssembly', async () => {
    const findRights = async (path: string) => {
      const { headers } = await built.send('GET', path)
      return [
        ...(headers.get('Permissions-Policy') ?? '').matchAll(/(?:screen-wake-lock|camera)=\S*?(?=,|$)/g),
        ...(headers.get('Content-Security-Policy') ?? '').matchAll(/'[\w-]*eval'/g),
      ].map(([right]) => right)
    }
    expect(await findRights(doorPath(TOKEN))).toEqual([
      'camera=(self)',
      'screen-wake-lock=(self)',
      "'wasm-unsafe-eval'",
    ])
    for (const path of [
      '/',
      '/puerta',
      '/puerta/a/b',
      '/puertas/x',
      '/lista/x',
      '/admin',
      '/nada',
      '/sitemap.xml',
    ])
      expect(await findRights(path), path).toEqual(['camera=()', 'screen-wake-lock=()'])
  })

  test('does not write its token to the log', async () => {
    await built.send('GET', doorPath(TOKEN))
    const lines = built.logged.join('')
    expect(lines).toContain('"route":"/puerta/:token"')
    expect(lines).not.toContain(TOKEN)
  })

  test.each(['POST', 'PUT', 'DELETE'])('refuses %s', async (method) => {
    const response = await built.send(method, doorPath(TOKEN))
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('GET, HEAD')
  })

  test('has a worker that contains the page, its headers and the names of its files', async () => {
    const response = await built.send('GET', '/puerta/sw.js')
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    expect(response.headers.get('Content-Security-Policy')).toBe("default-src 'none'; connect-src 'self'")
    const [first = '', ...code] = (await response.text()).split('\n')
    expect(code).toEqual(['listen()'])
    const shell = JSON.parse(/^self\.doorShell=(.*);$/.exec(first)?.[1] ?? 'null')
    const page = await built.send('GET', doorPath(TOKEN))
    expect(shell.html).toBe(await page.text())
    expect(shell.laterFiles).toEqual(['/puerta/decode-worker-4.js', '/assets/reader-5.wasm'])
    expect(shell.files).toEqual(['/assets/door-1.js', '/assets/door-2.css', '/assets/archivo-3.woff2'])
    for (const [name, value] of shell.headers) expect(page.headers.get(name)).toBe(value)
  })

  test('has a decoder beside it that loads only its own files, and names its address', async () => {
    expect(await (await built.send('GET', doorPath(TOKEN))).text()).toContain(
      'data-decoder="/puerta/decode-worker-4.js"',
    )
    const response = await built.send('GET', '/puerta/decode-worker-4.js')
    expect(await response.text()).toBe('decode()')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy':
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
      vary: 'Accept-Encoding',
    })
    const compressed = await built.send('GET', '/puerta/decode-worker-4.js', {
      headers: { 'Accept-Encoding': 'br' },
    })
    expect(compressed.headers.get('Content-Encoding')).toBe('br')
    expect((await built.send('GET', '/puerta/decode-worker-3.js')).status).toBe(404)
    expect((await development.send('GET', '/puerta/decode-worker-4.js')).status).toBe(404)
  })

  test('loads the source in development, without a worker', async () => {
    const response = await development.send('GET', doorPath(TOKEN))
    expect(await response.text()).toContain('src="/features/guests/door/door-entry.tsx"')
    expect(response.headers.get('Content-Security-Policy')).toContain("style-src 'self' 'unsafe-inline'")
    expect((await development.send('GET', '/puerta/sw.js')).status).toBe(404)
  })
})
