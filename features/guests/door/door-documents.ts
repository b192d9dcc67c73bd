/** Serves the page of the door and its workers. They are the same for every token, so they need no data. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { encodePrecompressed, encodeUncompressed } from '../../../platform/cache/encoding.ts'
import { type CachedResponse, IMMUTABLE_CACHE_CONTROL } from '../../../platform/cache/response-cache.ts'
import { problemResponse } from '../../../platform/http/problem-response.ts'
import { permissionsPolicy } from '../../../platform/http/security-headers.ts'
import type { Env } from '../../../platform/process/env.ts'
import type { FindDocument } from '../../../platform/seo/document-source.ts'
import { INK } from '../../../platform/shared/colours.ts'
import { DOOR_PATH, DOOR_WORKER_PATH } from '../shared/guest-paths.ts'
import type { DoorShell } from './door-shell.ts'

const ENTRY = 'features/guests/door/door-entry.tsx'
const WORKER = 'features/guests/door/service-worker.ts'
const DECODER = 'features/guests/door/camera/decode-worker.ts'

/**
 * The decoder is served beside the page, because a service worker answers only for scripts of workers inside of its scope
 * (Service Workers, Handle Fetch). Its address contains the hash of its built file.
 */
const DECODER_PATH = /^\/puerta\/decode-worker-[\w-]{1,40}\.js$/

const DOOR_PAGE = { route: `${DOOR_PATH}/:token`, pattern: /^\/puerta\/[^/]+$/ }

export const doorDocumentPaths = [DOOR_WORKER_PATH, DOOR_PAGE]

interface DoorDocumentsOptions {
  /** Folder of the built assets. null in development, where Vite serves them */
  assets: string | null
  env: Pick<Env, 'apiBase' | 'siteUrl'>
}

export function createDoorDocuments({ assets, env }: DoorDocumentsOptions): FindDocument {
  let built: ReturnType<typeof readDoorFiles> | undefined
  const readBuilt = (folder: string) => {
    built ??= readDoorFiles(folder, env)
    return built
  }

  async function createPage(): Promise<Response> {
    const { html, headers } = assets === null ? createDevelopmentShell(env) : (await readBuilt(assets)).shell
    return new Response(html, { headers: [...headers, ['Cache-Control', 'no-store']] })
  }

  async function createWorker(): Promise<Response> {
    if (assets === null) return problemResponse('not-found')
    return new Response((await readBuilt(assets)).worker, {
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'no-cache',
        // The policy of a worker's script applies to the requests of the worker.
        'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
      },
    })
  }

  async function createDecoder(path: string): Promise<CachedResponse | Response> {
    if (assets === null) return problemResponse('not-found')
    const { decoder } = await readBuilt(assets)
    // An open page of an older release has stored its own decoder.
    return decoder.path === path ? readDecoder(join(assets, decoder.file)) : problemResponse('not-found')
  }

  return (path) => {
    if (path === DOOR_WORKER_PATH) return { answer: createWorker }
    if (DECODER_PATH.test(path)) return { fill: () => createDecoder(path), cache: 'pages' }
    return DOOR_PAGE.pattern.test(path) ? { answer: createPage } : null
  }
}

/** Vite's manifest. https://vite.dev/guide/backend-integration */
type Manifest = Record<string, { file: string; css?: string[]; assets?: string[] } | undefined>

async function readDoorFiles(folder: string, env: DoorDocumentsOptions['env']) {
  const manifest = JSON.parse(await readFile(join(folder, '.vite/door.json'), 'utf8')) as Manifest
  const entry = manifest[ENTRY]
  const worker = manifest[WORKER]
  const decoder = manifest[DECODER]
  if (!entry || !worker || !decoder) throw new Error('the manifest of the door lacks an entry')
  const styles = (entry.css ?? []).map((file) => `/${file}`)
  const script = `/${entry.file}`
  const fonts = (entry.assets ?? []).filter((file) => file.endsWith('.woff2')).map((file) => `/${file}`)
  const decoderPath = `${DOOR_PATH}/${basename(decoder.file)}`
  const html = createHtml({ script, styles, decoder: decoderPath, hasWorker: true })
  const files = [script, ...styles, ...fonts]
  const laterFiles = [decoderPath, ...(decoder.assets ?? []).map((file) => `/${file}`)]
  const shell: DoorShell = {
    version: createHash('sha256')
      .update(html + files + laterFiles)
      .digest('hex')
      .slice(0, 8),
    files,
    laterFiles,
    html,
    headers: createHeaders(env, ''),
  }
  // The worker contains the page. So the stored page always belongs to the stored files, also when the server is upgraded
  // while a phone installs the worker.
  return {
    shell,
    decoder: { path: decoderPath, file: decoder.file },
    worker: `self.doorShell=${JSON.stringify(shell)};\n${await readFile(join(folder, worker.file), 'utf8')}`,
  }
}

/** Reads the script of the decoder in the compressed copies of the build. */
async function readDecoder(path: string): Promise<CachedResponse> {
  const [identity, br, gzip] = await Promise.all([
    readFile(path),
    readFile(`${path}.br`).catch(() => null),
    readFile(`${path}.gz`).catch(() => null),
  ])
  return {
    status: 200,
    headers: [
      ['Content-Type', 'text/javascript; charset=utf-8'],
      ['Cache-Control', IMMUTABLE_CACHE_CONTROL],
      ['Vary', 'Accept-Encoding'],
      // The worker obeys the policy of its own script, which compiles WebAssembly.
      [
        'Content-Security-Policy',
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
      ],
    ],
    encoded:
      br && gzip ? encodePrecompressed({ br, gzip, identity }, basename(path)) : encodeUncompressed(identity),
  }
}

/** Creates the page for development. It has no service worker, because Vite's files change while the page is open. */
const createDevelopmentShell = (env: DoorDocumentsOptions['env']) => ({
  html: createHtml({ script: `/${ENTRY}`, styles: [], decoder: `/${DECODER}`, hasWorker: false }),
  // Vite adds styles to the open page.
  headers: createHeaders(env, " 'unsafe-inline'"),
})

const createHtml = ({
  script,
  styles,
  decoder,
  hasWorker,
}: {
  script: string
  styles: string[]
  /** Address of the decoder of the camera. */
  decoder: string
  hasWorker: boolean
}) => `<!doctype html>
<html lang="es-AR" data-decoder="${decoder}"${hasWorker ? ` data-worker="${DOOR_WORKER_PATH}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>Puerta</title>
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="theme-color" content="${INK}">
<meta name="color-scheme" content="dark">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="/icons/favicon.svg">
${styles.map((sheet) => `<link rel="stylesheet" href="${sheet}">`).join('\n')}
<script type="module" src="${script}"></script>
</head>
<body>
<noscript><p>La puerta necesita JavaScript. Activalo en este navegador, o abrí el enlace en otro.</p></noscript>
<div id="door"></div>
</body>
</html>
`

function createHeaders(
  { apiBase, siteUrl }: DoorDocumentsOptions['env'],
  styles: string,
): [string, string][] {
  const api = URL.canParse(apiBase) ? ` ${new URL(apiBase).origin}` : ''
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self'${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${api}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...(siteUrl?.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
  return [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Content-Security-Policy', policy],
    // The address of the page contains a token.
    ['Referrer-Policy', 'no-referrer'],
    ['X-Robots-Tag', 'noindex, nofollow'],
    ['Permissions-Policy', permissionsPolicy({ camera: '(self)', 'screen-wake-lock': '(self)' })],
  ]
}
