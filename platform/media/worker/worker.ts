/**
 * Runs jobs with pictures in child processes. A job may need hundreds of megabytes and occupy a processor. A child process
 * does not slow down responses, frees all of its memory when it exits, and may crash without stopping the server.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { getCompileCacheEnv } from '../../process/child-processes.ts'
import { getProgramFile, type Program } from '../../process/paths.ts'
import type { Jobs } from './jobs.ts'
import type { Job, JobRequest, JobResult } from './serve-jobs.ts'

/**
 * The only environment variables that the child process gets. It decodes uploads, which may be hostile, so it must not
 * have the secrets of database, bucket and mail.
 */
const ENVIRONMENT = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TMP', 'TEMP', 'LANG', 'LC_ALL', 'TZ']

/** An idle process exits after this time, because it uses about 200 MB. ms */
const IDLE_MS = 20_000

interface PendingJob {
  resolve(result: unknown): void
  reject(error: Error): void
}

interface WorkerProcess {
  child: ChildProcess
  waiting: Map<number, PendingJob>
  /** Timer that ends an idle process. */
  idle?: NodeJS.Timeout
}

/** Numbers of done and failed jobs and their total time, by name of the job. */
export const imageWorkerJobs = new Map<string, { done: number; failed: number; seconds: number }>()

/** Number of waiting and running jobs of all workers. */
export const imageWorkerBusy = (): number => processes.reduce((sum, { waiting }) => sum + waiting.size, 0)

let processes: WorkerProcess[] = []
let lastNumber = 0

/**
 * Creates a worker. Its process starts with the first job.
 * @param program the script of the process. It calls `serveJobs` (serve-jobs.ts)
 * @param timeoutMs when a job takes longer, the process is killed, and all of its jobs fail. No limit by default
 * @returns a function that runs a job by its name. It throws the error of the job, or when the process has ended
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
    // `start` throws when the operating system refuses to start a process, for example while an upgrade replaces Node.
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
      // The next job then starts another process.
      if (current?.child === child) current = null
      child.kill('SIGKILL')
    }
  }

  function start(): WorkerProcess {
    const child = fork(getProgramFile(program), [], {
      // jobs.ts frees pictures before it decodes the next one.
      execArgv: ['--expose-gc'],
      serialization: 'advanced',
      env: {
        ...Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
        ...getCompileCacheEnv(),
        // By default glibc has a heap for each thread, and does not return the memory of a picture to the system.
        MALLOC_ARENA_MAX: '2',
        // Above this size a block returns to the system when it is freed. By default glibc raises it with each freed picture.
        MALLOC_MMAP_THRESHOLD_: '131072',
      },
    })
    const started: WorkerProcess = { child, waiting: new Map() }
    processes.push(started)
    try {
      // The server has a higher priority, so that jobs do not delay responses.
      setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // The process has exited already. Its `exit` event follows.
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

  /** Ends the process after `idleMs` without a job. Until then it does not keep the parent alive. */
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

export const imageWorker: Jobs = {
  processUpload: (...given) => run('processUpload', ...given),
  avif: (...given) => run('avif', ...given),
  prepareFilm: (...given) => run('prepareFilm', ...given),
  prepareAudio: (...given) => run('prepareAudio', ...given),
}
