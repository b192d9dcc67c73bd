/** Opens the club for one command, while another process may be serving it. */

import { type Env, readOwnEnv } from '../../platform/process/env.ts'
import { createLog } from '../../platform/process/log.ts'
import { undeclaredPages } from '../../platform/rendering/declared-pages.ts'
import { type Club, openClub } from '../container.ts'
import { requireClub } from './require-club.ts'

const noPageSource = {
  build: '',
  assets: null,
  caching: false,
  pages: async () => undeclaredPages,
  render: async () => new Response(null, { status: 404 }),
}

export async function withClub(work: (club: Club, env: Env) => Promise<number>): Promise<number> {
  const env = readOwnEnv()
  await requireClub(env, { older: false })
  // The log keeps only errors, because the command prints its own result.
  const club = await openClub({ env, pageSource: noPageSource, log: createLog('error') })
  try {
    return await work(club, env)
  } finally {
    await club.stop()
  }
}
