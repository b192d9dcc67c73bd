/**
 * Where pictures are worked on: processes of their own, each started when there is something to do for it. One holds
 * hundreds of megabytes for a moment and keeps a processor busy; beside us, visitors notice neither, all of its memory
 * goes back when it ends, and a file that brings the decoder down takes nobody with it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { programFile } from '../../process/paths.ts'
import type { Program } from '../../process/programs.ts'
import { compiledCode } from '../../process/workers-protocol.ts'
import type { Jobs } from './jobs.ts'
import type { Job, JobRequest, JobResult } from './serve-jobs.ts'

/**
 * What it gets to see of our environment: how the system finds programs, libraries and temporary files, in which language
 * and time. It decodes what strangers send, and has no use for the keys of database, bucket and mail.
 */
const ENVIRONMENT = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TMP', 'TEMP', 'LANG', 'LC_ALL', 'TZ']

/** How long an idle process is kept for the next job. It uses about 200 MB. ms */
const IDLE_MS = 20_000

interface Waiting {
  resolve(made: unknown): void
  reject(error: Error): void
}

interface Running {
  child: ChildProcess
  waiting: Map<number, Waiting>
  /** Timer that ends the process. Set while the process is idle. */
  idle?: NodeJS.Timeout
}

/** Of each kind: how many were done, how many failed, and how long they took in all. s */
export const imageWorkerJobs = new Map<string, { done: number; failed: number; seconds: number }>()

/** Jobs of all workers that wait or are being done. */
export const imageWorkerBusy = (): number => processes.reduce((sum, { waiting }) => sum + waiting.size, 0)

let processes: Running[] = []
let ordered = 0

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
  let open: Running | null = null

  async function run<Name extends keyof Jobs & string>(
    name: Name,
    ...given: Parameters<Jobs[Name]>
  ): Promise<Awaited<ReturnType<Jobs[Name]>>> {
    // Throws where the system refuses at once, as while an upgrade replaces the program that runs us.
    open ??= start()
    const running = open
    const { child, waiting } = running
    const number = ++ordered
    clearTimeout(running.idle)
    child.channel?.ref()
    const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs)
    const made = new Promise<Awaited<ReturnType<Jobs[Name]>>>((resolve, reject) => {
      waiting.set(number, { resolve: resolve as Waiting['resolve'], reject })
      child.send({ number, name, given } satisfies JobRequest, (error) => {
        if (error) waiting.get(number)?.reject(error)
      })
    }).finally(() => {
      clearTimeout(timer)
      waiting.delete(number)
      if (waiting.size === 0) rest(running)
    })
    count(name, made)
    return made

    function giveUp() {
      waiting.get(number)?.reject(new Error(`The image worker took longer than ${timeoutMs} ms for ${name}`))
      // The next job starts another process.
      if (open?.child === child) open = null
      child.kill('SIGKILL')
    }
  }

  function start(): Running {
    const child = fork(programFile(program), [], {
      execArgv: [],
      serialization: 'advanced',
      env: {
        ...Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
        ...compiledCode(),
        // glibc keeps a heap for each thread that asked for memory, and would not give back what a picture took.
        MALLOC_ARENA_MAX: '2',
      },
    })
    const started: Running = { child, waiting: new Map() }
    processes.push(started)
    try {
      // Answers go first: a picture may take a moment longer.
      setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // It ended at once, which its exit tells.
    }
    child.on('message', (result: JobResult) => {
      const waiting = started.waiting.get(result.number)
      if ('made' in result) waiting?.resolve(result.made)
      else waiting?.reject(new Error(`The image worker: ${result.failed}`))
    })
    const over = (reason: string) => {
      if (open === started) open = null
      processes = processes.filter((each) => each !== started)
      for (const { reject } of started.waiting.values())
        reject(new Error(`The image worker ended: ${reason}`))
    }
    child.on('error', (error) => over(error.message))
    child.on('exit', (code, signal) => over(String(signal ?? code)))
    child.unref()
    return started
  }

  /** Nothing to do: it neither keeps us alive nor stays for long. */
  function rest(running: Running): void {
    const { child } = running
    child.channel?.unref()
    running.idle = setTimeout(() => {
      if (open === running) open = null
      if (child.connected) child.disconnect()
    }, idleMs).unref()
  }

  return run
}

function count(name: string, made: Promise<unknown>): void {
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

/** Takes in what strangers send. */
export const imageWorker: Jobs = {
  processUpload: (...given) => run('processUpload', ...given),
  avif: (...given) => run('avif', ...given),
  prepareFilm: (...given) => run('prepareFilm', ...given),
  prepareAudio: (...given) => run('prepareAudio', ...given),
}
