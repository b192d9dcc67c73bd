/**
 * Creates the demo club with all of its pictures, including AVIF. Encoding takes about 40 s of processor time, so the
 * result is reused for a day while the sources stay the same. Every club of the journeys starts with a copy.
 */
import { constants, existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { club as identity } from '../../club/club.ts'
import { loadDemo } from '../../features/index.server.ts'
import { openClub } from '../../ops/container.ts'
import { fillDemo } from '../../platform/content/server/seed.ts'
import { readEnv } from '../../platform/process/env.ts'
import { resolveInCheckout } from '../../platform/process/paths.ts'
import { undeclaredPages } from '../../platform/rendering/declared-pages.ts'
import { wallClock } from '../../platform/shared/dates.ts'

const {
  digest,
  computeSourcesDigest,
}: { digest(...parts: string[]): string; computeSourcesDigest(): string } = await import(
  new URL('../../scripts/source-digest.mjs', import.meta.url).href
)

const DEMOS = fileURLToPath(resolveInCheckout('test-results/demo/'))
const UNFINISHED = 'unfinished-'

/** Copies the data of the demo club into an empty folder. */
export async function copyDemo(dataDir: string): Promise<void> {
  await cp(await ensureDemo(), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/** Creates today's demo club when it is missing. @returns its folder */
async function ensureDemo(): Promise<string> {
  // The name of the folder depends on the day, because the dates of the demo content count from the day of its creation.
  const today = wallClock(Date.now(), identity.timeZone).slice(0, 10)
  const name = digest(computeSourcesDigest(), today).slice(0, 32)
  const demo = join(DEMOS, name)
  if (existsSync(demo)) return demo
  await mkdir(DEMOS, { recursive: true })
  const unfinished = await mkdtemp(join(DEMOS, UNFINISHED))
  try {
    await fill(unfinished)
    await rename(unfinished, demo).catch((error: unknown) => {
      // The rename fails when another run has created the same demo club meanwhile. That copy is then used.
      if (!existsSync(demo)) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  for (const other of await readdir(DEMOS))
    if (other !== name && !other.startsWith(UNFINISHED))
      await rm(join(DEMOS, other), { recursive: true, force: true })
  return demo
}

async function fill(dataDir: string): Promise<void> {
  // This process only creates the data, and serves no requests.
  const club = await openClub({
    env: readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }),
    pageSource: {
      build: 'demo',
      assets: null,
      caching: false,
      pages: async () => undeclaredPages,
      render: async () => new Response(null, { status: 404 }),
    },
  })
  try {
    await fillDemo(club.database, club.content, loadDemo, Date.now)
    club.images.start()
    await club.images.idle()
    const waiting = await club.database.read
      .selectFrom('media')
      .select('id')
      .where('avifAt', 'is', null)
      .execute()
    if (waiting.length > 0) throw new Error(`${waiting.length} pictures of the demo have no AVIF`)
  } finally {
    await club.stop()
  }
}

// As a program this file only prepares the demo club. scripts/test.mjs runs it before the tests.
if (import.meta.main) await ensureDemo()
