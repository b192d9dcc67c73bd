/**
 * Workers: child processes for pictures, started for the first job. A job may take hundreds of megabytes and a processor
 * for a moment. In a child process visitors do not notice that, all memory is freed at its end, and a file that crashes
 * the decoder does not stop the server.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { compiledCode } from '../../process/child-processes.ts'
import { type Program, programFile } from '../../process/paths.ts'
import type { Jobs } from './jobs.ts'
import type { Job, JobRequest, JobResult } from './serve-jobs.ts'

/**
 * Environment variables of the child process: paths of programs, libraries and temporary files, language and time zone.
 * The child decodes uploads, so it gets no secrets of database, bucket and mail.
 */
const ENVIRONMENT = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TMP', 'TEMP', 'LANG', 'LC_ALL', 'TZ']

/** How long an idle process is kept for the next job. It uses about 200 MB. ms */
const IDLE_MS = 20_000

interface PendingJob {
  resolve(result: unknown): void
  reject(error: Error): void
}

interface WorkerProcess {
  child: ChildProcess
  waiting: Map<number, PendingJob>
  /** Timer that ends the process. Set while the process is idle. */
  idle?: NodeJS.Timeout
}

/** Counts of done and failed jobs and their total time, by name. s */
export const imageWorkerJobs = new Map<string, { done: number; failed: number; seconds: number }>()

/** Number of waiting and running jobs of all workers. */
export const imageWorkerBusy = (): number => processes.reduce((sum, { waiting }) => sum + waiting.size, 0)

let processes: WorkerProcess[] = []
let lastNumber = 0

/**
 * @param program the script of the process; it calls `serveJobs` (./serve-jobs.ts)
 * @param idleMs how long a process without a job is kept
 * @param timeoutMs ends the process, with all of its jobs, when a job takes longer. No limit by default
 * @returns a function that runs a job by its name. It throws the job's error, or when the job timed out or the process ended
 */
export function createWorker<Jobs extends Record<string, Job>>(
  program: Program,
  { timeoutMs, idleMs = IDLE_MS }: { timeoutMs?: number; idleMs?: number } = {},
) {
  let current: WorkerProcess | null = null

  async function run<Name extends keyof Jobs & string>(
    name: Name,
    ...given: Parameters<Jobs[Name]>
  ): Promise<Awaited<ReturnType<Jobs[Name]>>> {
    // Throws if the system refuses at once, for example while an upgrade replaces Node.
    current ??= start()
    const running = current
    const { child, waiting } = running
    const number = ++lastNumber
    clearTimeout(running.idle)
    child.channel?.ref()
    const timer = timeoutMs === undefined ? undefined : setTimeout(timeOut, timeoutMs)
    const made = new Promise<Awaited<ReturnType<Jobs[Name]>>>((resolve, reject) => {
      waiting.set(number, { resolve: resolve as PendingJob['resolve'], reject })
      child.send({ number, name, given } satisfies JobRequest, (error) => {
        if (error) waiting.get(number)?.reject(error)
      })
    }).finally(() => {
      clearTimeout(timer)
      waiting.delete(number)
      if (waiting.size === 0) endWhenIdle(running)
    })
    countJob(name, made)
    return made

    function timeOut() {
      waiting.get(number)?.reject(new Error(`The image worker took longer than ${timeoutMs} ms for ${name}`))
      // The next job starts another process.
      if (current?.child === child) current = null
      child.kill('SIGKILL')
    }
  }

  function start(): WorkerProcess {
    const child = fork(programFile(program), [], {
      execArgv: [],
      serialization: 'advanced',
      env: {
        ...Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
        ...compiledCode(),
        // glibc keeps a heap for each thread, and would not return the memory of a picture to the system.
        MALLOC_ARENA_MAX: '2',
      },
    })
    const started: WorkerProcess = { child, waiting: new Map() }
    processes.push(started)
    try {
      // Responses of the server have priority.
      setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // The process ended at once. Its `exit` event follows.
    }
    child.on('message', (result: JobResult) => {
      const waiting = started.waiting.get(result.number)
      if ('made' in result) waiting?.resolve(result.made)
      else waiting?.reject(new Error(`The image worker: ${result.failed}`))
    })
    const handleEnd = (reason: string) => {
      if (current === started) current = null
      processes = processes.filter((each) => each !== started)
      for (const { reject } of started.waiting.values())
        reject(new Error(`The image worker ended: ${reason}`))
    }
    child.on('error', (error) => handleEnd(error.message))
    child.on('exit', (code, signal) => handleEnd(String(signal ?? code)))
    child.unref()
    return started
  }

  /** An idle process does not keep the parent alive, and ends after `idleMs`. */
  function endWhenIdle(running: WorkerProcess): void {
    const { child } = running
    child.channel?.unref()
    running.idle = setTimeout(() => {
      if (current === running) current = null
      if (child.connected) child.disconnect()
    }, idleMs).unref()
  }

  return run
}

function countJob(name: string, made: Promise<unknown>): void {
  const jobs = imageWorkerJobs.get(name) ?? { done: 0, failed: 0, seconds: 0 }
  imageWorkerJobs.set(name, jobs)
  const from = performance.now()
  made
    .then(
      () => jobs.done++,
      () => jobs.failed++,
    )
    .finally(() => {
      jobs.seconds += (performance.now() - from) / 1000
    })
}

const run = createWorker<Jobs>('picture-worker')

/** The worker for uploads. */
export const imageWorker: Jobs = {
  processUpload: (...given) => run('processUpload', ...given),
  avif: (...given) => run('avif', ...given),
  prepareFilm: (...given) => run('prepareFilm', ...given),
  prepareAudio: (...given) => run('prepareAudio', ...given),
}
