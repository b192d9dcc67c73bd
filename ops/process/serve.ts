/** A process that serves requests: it listens, opens the club, and at the end finishes running requests and stops. */
import cluster from 'node:cluster'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { flushCompileCache } from 'node:module'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { loadDemo } from '../../features/index.server.ts'
import type { PageSource } from '../../platform/app/platform.ts'
import { linkFragment } from '../../platform/auth/shared/one-time-links.ts'
import { fillDemo } from '../../platform/content/server/seed.ts'
import { rememberOpening } from '../../platform/db/known-address.ts'
import { attachListener, createHttpServer, respondStarting } from '../../platform/http/server.ts'
import { createDevelopmentAssets, readBuiltAssets } from '../../platform/pages/delivery/page-assets.ts'
import type { AppModule } from '../../platform/pages/shared/page-services.ts'
import {
  BACKGROUND_VARIABLE,
  HANDOVER_DRAIN_MS,
  LAST_STEPS_MS,
  OPEN_MESSAGE,
  PRINTS_STARTUP_VARIABLE,
  STOP_MS,
  sendToParent,
} from '../../platform/process/child-processes.ts'
import { EnvError, requireEnv } from '../../platform/process/env.ts'
import { explainError, explainFolderError, formatExplanation } from '../../platform/process/explain-error.ts'
import { resolveInCheckout } from '../../platform/process/paths.ts'
import { createDeclaredPages } from '../../platform/rendering/declared-pages.ts'
import { createPageRenderer } from '../../platform/rendering/page-renderer.ts'
import { openClub } from '../container.ts'
import { announceOpen, findPassedSocket, isOtherRunOpen, waitForOtherRuns } from './handover.ts'

/** Time limit of running requests after a stop signal. ms */
const DRAIN_MS = STOP_MS - LAST_STEPS_MS
const IDLE_POLL_MS = 50
/**
 * Time that idle connections stay open during a handover. Closing one earlier could cut a request that is on its way.
 * Proxies close theirs sooner (deploy/Caddyfile, deploy/nginx.conf: 5 s). ms
 */
const HANDOVER_IDLE_MS = 8_000
/** Interval of health checks while this run is unhealthy and another one serves. ms */
const HEALTH_POLL_MS = 500
const env = requireEnv()
const development = process.env.NODE_ENV === 'development'
const server = createHttpServer(env)
const opening = respondStarting(env)
server.on('request', opening)

let open = false
let stopping = false
// These handlers come first, because the parent process may end before the club is open.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
process.on('disconnect', stop)

const passed = findPassedSocket()

/** The first worker migrates and fills the database. The others start after it. */
const isFirst = process.env[PRINTS_STARTUP_VARIABLE] !== '0'

// The port is opened before the club, so that a second start on the same port cannot touch the data of the first.
if (isFirst && passed === null) await listen()
const site = development ? await openDevelopmentSite() : await openBuiltSite()
const club = await openClub({ env, pageSource: site, ...(passed !== null && { waitForOtherRuns }) }).catch(
  failToOpen,
)
await writeFirstRows().catch(failToOpen)
club.start({ background: process.env[BACKGROUND_VARIABLE] !== '0' })
server.removeListener('request', opening)
attachListener(site.wrap(club.listener), server, env)
open = true
if (passed !== null && isFirst) await waitUntilHealthy()
else if (!development)
  warmUp().catch((error: unknown) => club.log.warn({ error }, 'first page could not be rendered'))
if (!isFirst || passed !== null) await listen()
if (isFirst) await printStartup().catch(failToOpen)
if (cluster.isPrimary) announceOpen()
sendToParent(OPEN_MESSAGE)

async function writeFirstRows() {
  if (env.adminEmail && env.adminPassword)
    await club.accounts.ensureFirst({ email: env.adminEmail, password: env.adminPassword })
  if (env.demo && (await fillDemo(club.database, club.content, loadDemo, Date.now)))
    console.log('Cargamos el contenido de demostración.')
}

/**
 * Renders a page before the first request, and stores the compiled code for the next start. A killed process could not
 * store it at its end.
 */
async function warmUp() {
  await club.fetch(new Request('http://localhost/'))
  flushCompileCache()
}

/**
 * While another release serves, this one accepts no visitors until it reaches its database and media store. Without another
 * release it serves in any state.
 */
async function waitUntilHealthy() {
  const isWell = async () => {
    const health = await club.fetch(new Request('http://localhost/api/health'))
    await warmUp()
    return health.ok
  }
  for (;;) {
    const well = await isWell().catch((error: unknown) => {
      club.log.error({ error }, 'first page could not be rendered')
      return false
    })
    if (well || !isOtherRunOpen()) return
    await sleep(HEALTH_POLL_MS)
  }
}

async function stop() {
  // A second stop signal shortens a handover.
  if (stopping) {
    if (passed !== null && open) drain(0, DRAIN_MS)
    return
  }
  stopping = true
  // No request was accepted yet, and all writes are atomic, so the process can end at once.
  if (!open) process.exit(0)
  // http.Server's own close() would close idle connections at once.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  if (passed === null) drain(0, DRAIN_MS)
  else {
    drain(HANDOVER_IDLE_MS, HANDOVER_DRAIN_MS)
    club.yieldBackground()
  }
  await closed
  // All writes of the background work are atomic, so the process may end during one.
  setTimeout(() => process.exit(1), STOP_MS).unref()
  await site.close()
  await club.stop()
  process.exit(0)
}

/** Closes idle connections after `idleMs`, and all others after `drainMs`. */
function drain(idleMs: number, drainMs: number) {
  setTimeout(() => process.exit(1), drainMs + LAST_STEPS_MS).unref()
  const closeIdle = () => {
    server.closeIdleConnections()
    // A busy connection becomes idle after its response, so idle ones are closed repeatedly.
    setInterval(() => server.closeIdleConnections(), IDLE_POLL_MS).unref()
  }
  if (idleMs === 0) closeIdle()
  else setTimeout(closeIdle, idleMs).unref()
  setTimeout(() => server.closeAllConnections(), drainMs).unref()
}

function listen(): Promise<void> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (passed !== null)
        fail(
          `LISTEN_FDS: no se puede escuchar en el socket que nos pasaron (${error.code ?? error.message}).`,
        )
      if (error.code === 'EADDRINUSE')
        fail(
          `PORT: el puerto ${env.port} ya está en uso en ${env.host}. Cerrá lo que lo usa o elegí otro, por ejemplo PORT=${env.port + 1}.`,
        )
      if (error.code === 'EACCES')
        fail(`PORT: no hay permiso para escuchar en el puerto ${env.port}. Elegí uno mayor a 1023.`)
      fail(`HOST: no se puede escuchar en ${env.host}:${env.port} (${error.code ?? error.message}).`)
    })
    if (passed === null) server.listen(env.port, env.host, resolve)
    else server.listen({ fd: passed }, resolve)
  })
}

async function printStartup() {
  const { address, port } = server.address() as AddressInfo
  const host = passed === null ? env.host : address
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const publicAddress = env.siteUrl ?? origin
  await rememberOpening(club.database, { origin, build: site.build, at: Date.now() }).catch(
    (error: unknown) =>
      club.log.warn({ error }, 'site address could not be stored for links of the command line'),
  )
  console.log(`Abierto en ${origin}`)
  if (await club.accounts.hasAdministrator()) {
    console.log(`Para administrar: ${publicAddress}/login`)
  } else {
    const token = await club.accounts.makeLink('claim')
    console.log(
      'Todavía no hay quien administre. Este enlace sirve una vez, por 24 horas; quien lo abra crea el primer usuario y administra el club:',
    )
    console.log(`${publicAddress}/login${linkFragment('claim', token)}`)
  }
}

type RunningSite = PageSource & { wrap(listener: RequestListener): RequestListener; close(): Promise<void> }

async function openBuiltSite(): Promise<RunningSite> {
  const notBuilt = (error: unknown) =>
    fail(`No encontramos el sitio construido; corré npm start. (${getMessage(error)})`)
  const site: AppModule = await import('../../platform/app/entry.server.tsx').catch(notBuilt)
  const folder = fileURLToPath(resolveInCheckout('build/client'))
  const { assets, version } = await readBuiltAssets(folder).catch(notBuilt)
  const pages = createDeclaredPages(site.routes)
  return {
    build: version,
    assets: folder,
    caching: true,
    pages: async () => pages,
    render: createPageRenderer({ load: async () => site, assets, env }),
    wrap: (listener) => listener,
    close: async () => {},
  }
}

/** Runs Vite in this process, so that pages, API and hot replacement share one port. */
async function openDevelopmentSite(): Promise<RunningSite> {
  const { createServer: createVite } = await import('vite')
  const { default: react } = await import('@vitejs/plugin-react')
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
  const load = () => vite.ssrLoadModule('/platform/app/entry.server.tsx') as Promise<AppModule>
  const assets = createDevelopmentAssets(react.preambleCode.replace('__BASE__', '/'))
  const { version } = JSON.parse(await readFile(resolveInCheckout('package.json'), 'utf8')) as {
    version: string
  }
  return {
    build: `${version}-dev`,
    assets: null,
    caching: false,
    pages: async () => createDeclaredPages((await load()).routes),
    render: createPageRenderer({ load, assets, env }),
    wrap: (listener) => (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
    close: () => vite.close(),
  }
}

function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function failToOpen(error: unknown): Promise<never> {
  if (error instanceof EnvError) fail(error.message)
  const explanation = env.databaseUrl
    ? explainError(error, 'DATABASE_URL')
    : await explainFolderError(error, env.dataDir)
  const place = env.databaseUrl ? 'DATABASE_URL' : `DATA_DIR (${env.dataDir})`
  fail(`No se pudo abrir ${place}: ${formatExplanation(explanation)}`)
}

/** Prints a line and ends the process. */
function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
