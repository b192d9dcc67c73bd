/** `./pulso doctor` examines every part of a club, running or not, and names the fixes. It changes no data. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../platform/db/connect.ts'
import { type Env, readOwnEnv } from '../../platform/process/env.ts'
import { readCertificateEnd } from '../checks/certificate-check.ts'
import {
  type Check,
  createFindings,
  type DoctorContext,
  type Examination,
  type Finding,
  SIGNS,
} from '../checks/check-declaration.ts'
import { checks } from '../checks/checks.ts'
import { examineDatabase } from '../checks/database-check.ts'
import { describeReason, formatCount } from './format.ts'
import { EXIT, type Output } from './output.ts'

/** Prints a line for each finding, and its fix below it. */
export async function runDoctor(output: Output): Promise<number> {
  const findings: Finding[] = []
  for await (const finding of examine(readOwnEnv())) {
    const { part, state, says, mend } = finding
    findings.push(finding)
    output.line(`${SIGNS[state]} ${part}: ${says}`)
    if (mend !== undefined) output.line(`    → ${mend}`)
  }
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length
  const [bad, warnings] = [count('bad'), count('warning')]
  output.line(
    bad > 0
      ? `\n${bad} por arreglar, ${warnings} para tener en cuenta.`
      : `\nNada por arreglar${warnings > 0 ? `, ${warnings} para tener en cuenta` : ''}.`,
  )
  output.document({ findings, bad, warnings })
  return bad > 0 ? EXIT.failed : EXIT.good
}

/** An examination that makes no progress for this long is reported as unfinished. ms */
const EXAMINATION_TIMEOUT_MS = 5_000
/** Factor for waits that have an error message of their own. They end before the examination does. */
const INNER_TIMEOUT_FACTOR = 0.9

interface Options {
  now?: (() => number) | undefined
  /** Replaces the handshake with SITE_URL. Only for tests. */
  readCertificateEnd?: typeof readCertificateEnd
  patienceMs?: number | undefined
}

const { configuration, disk, database: _examinedFirst, ...others } = checks
const otherChecks: Check[] = Object.values(others)

/** Runs the examinations in parallel, and yields their findings in a fixed order. */
export async function* examine(
  env: Env,
  {
    now = Date.now,
    readCertificateEnd: readEnd = readCertificateEnd,
    patienceMs = EXAMINATION_TIMEOUT_MS,
  }: Options = {},
): AsyncGenerator<Finding> {
  const context: DoctorContext = {
    env,
    now,
    waitMs: patienceMs * INNER_TIMEOUT_FACTOR,
    readCertificateEnd: readEnd,
  }
  const start = <Context extends DoctorContext>(
    context: Context,
    examinations: Examination<Context>[],
  ): Promise<Finding[]>[] =>
    examinations.map(({ part, mend, run }) =>
      runExamination(
        part,
        mend(env),
        (progress) => run({ ...context, ...createFindings(part), progress }),
        patienceMs,
      ),
    )

  let database: Database | null = null
  const opened = runExamination(
    'base de datos',
    'Revisá que la base de datos ande, y repetí.',
    () =>
      examineDatabase(env, (ready) => {
        database = ready
      }),
    patienceMs,
  )
  const independent = start(
    context,
    otherChecks.flatMap(({ doctor = [] }) => doctor),
  )
  for (const { doctor = [] } of [configuration, disk] as Check[])
    for (const findings of start(context, doctor)) yield* await findings
  yield* await opened
  try {
    if (database !== null)
      yield* await awaitAll(
        start(
          { ...context, database },
          otherChecks.flatMap(({ doctorInDatabase }) => doctorInDatabase ?? []),
        ),
      )
    yield* await awaitAll(independent)
  } finally {
    // Closing the database would wait for a query that hangs, so the wait has a limit.
    await Promise.race([
      (database as Database | null)?.close(),
      sleep(context.waitMs, undefined, { ref: false }),
    ])
  }
}

const awaitAll = async (findings: Promise<Finding[]>[]): Promise<Finding[]> =>
  (await Promise.all(findings)).flat()

/**
 * A timer that is this late shows that the process was busy and could not receive data. The examination then gets more
 * time. ms
 */
const LATE_TIMER_MS = 500

/**
 * Runs an examination with a time limit, so that it cannot block the others.
 * @param patienceMs time without progress after which it is abandoned. It may continue until the process ends
 * @returns its findings. An error of the examination becomes a finding too
 */
function runExamination(
  part: Finding['part'],
  mend: string,
  run: (progress: () => void) => AsyncIterable<Finding> | Iterable<Finding>,
  patienceMs: number,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const { bad } = createFindings(part)
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout
    let isOver = false
    const end = (more: Finding[] = []) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      resolve([...findings, ...more])
    }
    const progress = () => {
      clearTimeout(timer)
      if (isOver) return
      const due = performance.now() + patienceMs
      timer = setTimeout(() => {
        if (performance.now() > due + LATE_TIMER_MS) return progress()
        const seconds = formatCount(Math.ceil(patienceMs / 1000), 'segundo', 'segundos')
        end([bad(`No se terminó de revisar: no hubo respuesta en ${seconds}.`, mend)])
      }, patienceMs)
    }
    const work = async () => {
      for await (const finding of run(progress)) {
        if (isOver) return
        findings.push(finding)
        progress()
      }
    }
    progress()
    work().then(
      () => end(),
      (error: unknown) => end([bad(`No se pudo revisar: ${describeReason(error)}.`, mend)]),
    )
  })
}
