/** Runs the server in its own process, like `npm start` after the build, and kills it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { VARIABLES } from '../../platform/process/env.ts'
import { BUILT_SERVER } from '../../platform/process/paths.ts'
import { freePort } from '../support/ports.ts'
import { type BoundSocket, SET_LISTEN_PID } from '../support/systemd-socket.ts'

export interface ServerProcess {
  origin: string
  pid: number
  /** Returns everything that the process has printed. */
  output(): string
  /** Resolves when the server answers. @throws with the output of the process when it ends before */
  ready(): Promise<void>
  /** Sends SIGKILL. Resolves when the process and all of its children have ended. */
  kill(): Promise<void>
  /** Sends SIGTERM. @returns the exit code of the process */
  stop(): Promise<number | null>
  hasEnded(): boolean
}

const root = join(import.meta.dirname, '../..')
const START_MS = 60_000
/** Longest time in which child processes notice the end of their parent and end. ms */
const ORPHANS_MS = 10_000

/** Reads the ids of a process's children from proc(5). Returns an empty list on systems other than Linux. */
export function findChildren(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    // The state follows the process name, which is in brackets and may contain any character. The state Z is a dead process
    // whose parent has not collected it.
    return !/^.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Returns options for Node that shift the clock of the process. */
const createClockOptions = (ms: number): string[] =>
  ms === 0 ? [] : ['--import', `data:text/javascript,const real=Date.now;Date.now=()=>real()+(${ms})`]

interface Options {
  /** Offset of the process's clock from the machine's clock. ms */
  clockMs?: number
  /** A command that runs the command in its last arguments, such as unshare(1). */
  within?: string[] | undefined
  /** A bound socket from which the process accepts connections, instead of opening a port itself. */
  socket?: BoundSocket | undefined
  /** The folder of the release to run. This checkout by default. */
  folder?: string
}

/** Starts the built server. Its PORT is a free port unless `env` contains one. */
export async function startServer(
  env: Record<string, string>,
  { clockMs = 0, within = [], socket, folder = root }: Options = {},
): Promise<ServerProcess> {
  const port = String(socket?.port ?? env.PORT ?? (await freePort()))
  const unset = Object.fromEntries(VARIABLES.map((name) => [name, '']))
  const server = join(folder, relative(root, BUILT_SERVER))
  const command = [
    ...(socket ? SET_LISTEN_PID : []),
    ...within,
    process.execPath,
    ...createClockOptions(clockMs),
    server,
  ]
  const child: ChildProcess = spawn(command[0] as string, command.slice(1), {
    cwd: folder,
    env: {
      ...process.env,
      ...unset,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
      DEMO: '0',
      LOG_LEVEL: 'warn',
      ...env,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(socket ? [socket.fd] : [])],
  })
  const pid = child.pid as number
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk
    })
  const ended = once(child, 'exit')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null

  return {
    origin: `http://127.0.0.1:${port}`,
    pid,
    output: () => printed,
    hasEnded,
    async ready() {
      const deadline = Date.now() + START_MS
      while (!printed.includes('Abierto en')) {
        if (hasEnded() || Date.now() > deadline) throw new Error(`The server did not start:\n${printed}`)
        await sleep(5)
      }
    },
    async kill() {
      const orphans = findChildren(pid)
      if (!hasEnded()) child.kill('SIGKILL')
      if (!hasEnded()) await ended
      const deadline = Date.now() + ORPHANS_MS
      while (orphans.some(isAlive)) {
        if (Date.now() > deadline)
          throw new Error(`Child processes of the server still run: ${orphans.filter(isAlive).join(', ')}`)
        await sleep(5)
      }
    },
    async stop() {
      if (!hasEnded()) {
        child.kill('SIGTERM')
        await ended
      }
      return child.exitCode
    },
  }
}
