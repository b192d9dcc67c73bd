/** `./pulso status` prints one line for each part of a club, running or not. It changes no data. */
import { connect } from '../../platform/db/connect.ts'
import { getSqlitePath } from '../../platform/db/sqlite.ts'
import { readOwnEnv } from '../../platform/process/env.ts'
import { SIGNS, type StatusContext, withStatusTimeout } from '../checks/check-declaration.ts'
import { checks } from '../checks/checks.ts'
import { readSchema } from '../checks/database-check.ts'
import { findServer } from '../checks/server-check.ts'
import { describeReason } from './format.ts'
import { EXIT, type Output } from './output.ts'
import { readVersion } from './print-version.ts'
import { findUnsuitability, requireFile } from './require-club.ts'

/** The line of a part that could not be read. The other parts are printed all the same. */
const describeUnread = (error: unknown) => ({
  says: `no se pudo leer (${describeReason(error)})`,
  state: 'bad' as const,
  facts: { reason: describeReason(error) },
})

const LINES = [
  checks.server,
  checks.database,
  checks.media,
  checks.mail,
  checks.backup,
  checks.clock,
  checks.disk,
  checks.upgrade,
  checks.leader,
  checks.warnings,
].flatMap(({ status }) => status ?? [])

export async function runStatus(output: Output): Promise<number> {
  const env = readOwnEnv()
  const now = Date.now()
  if (env.databaseUrl === null) await requireFile(getSqlitePath(env.dataDir), env.dataDir)
  const connected = connect(env)
  const schema = await readSchema(connected)
  const unsuitable =
    schema.state === 'silent'
      ? null
      : await withStatusTimeout(findUnsuitability(env.databaseUrl)).catch(() => null)
  const database = schema.state === 'current' ? connected : null
  const context: StatusContext = {
    env,
    now,
    connection: { dialect: connected.dialect, schema, unsuitable },
    database,
    server: findServer(env, database),
  }
  const read = await Promise.all(
    LINES.map(async ({ read, ...line }) => {
      const result = await read(context).catch((error: unknown) => describeUnread(error))
      return result && { ...line, ...result }
    }),
  )
  const lines = read.filter((line) => line !== null)
  const width = Math.max(...lines.map(({ title }) => title.length)) + 2
  for (const { title, says, state } of lines) output.line(`${SIGNS[state]} ${title.padEnd(width)}${says}`)
  const toMend = lines.filter(({ state }) => state === 'bad').map(({ name }) => name)
  if (toMend.length > 0) output.line('\nQué hacer: ./pulso doctor')
  output.document({
    version: readVersion(),
    ...Object.fromEntries(lines.map(({ name, facts }) => [name, facts])),
    toMend,
  })
  if (schema.state === 'older' || schema.state === 'newer') return EXIT.otherVersion
  return toMend.length > 0 ? EXIT.failed : EXIT.good
}
