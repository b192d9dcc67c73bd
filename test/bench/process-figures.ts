/** Measures running processes on Linux, and runs the load generator. */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Returns the ids of a process and of all its descendants. */
function findProcessTree(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
    )
    return [pid, ...children.flatMap((child) => findProcessTree(Number(child)))]
  } catch {
    // The process ended during the read.
    return []
  }
}

/** Length of one tick in /proc/PID/stat. `getconf CLK_TCK` prints 100 ticks a second on every current Linux. ms */
const TICK_MS = 10

/** Returns the processor time of the children of a process that have ended (proc(5): cutime and cstime, in ticks). ms */
function readCpuOfEndedChildren(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}

/**
 * Returns the processor time of all threads of a process and its children. Time of running threads has a resolution of
 * nanoseconds (proc(5): schedstat), so one request can be measured. Children that have ended remain in the sum, because
 * otherwise the sum could fall between two readings. ms
 */
export function readCpu(pid: number): number {
  let total = 0
  for (const each of findProcessTree(pid)) {
    for (const task of readdirSync(`/proc/${each}/task`)) {
      try {
        total += Number(readFileSync(`/proc/${each}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6
      } catch {
        // The thread ended during the read.
      }
    }
    total += readCpuOfEndedChildren(each)
  }
  return total
}

/** Returns the memory of one process. PSS divides shared pages among the processes that share them. MB */
function readPssOfProcess(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024
  } catch {
    // The process ended during the read.
    return 0
  }
}

/** Returns the memory of a process and its children. MB */
export const readPss = (pid: number): number =>
  findProcessTree(pid).reduce((total, each) => total + readPssOfProcess(each), 0)

export const hasProgram = (name: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${name}`]).status === 0 || existsSync(`/usr/sbin/${name}`)

export interface LoadResult {
  requests: number
  perSecond: number
  /** 99th percentile of the answer times. ms */
  p99: number
}

const MILLISECONDS: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 }

/**
 * Requests one address over several connections.
 * @param seconds duration of the load
 * @param script a script for wrk in Lua, which may request other addresses
 * @throws when an answer is an error
 */
export async function load(
  url: string,
  { seconds = 2, connections = 32, threads = 1, headers = {} as Record<string, string>, script = '' } = {},
): Promise<LoadResult> {
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await execute('wrk', [
    `-t${threads}`,
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    ...sent,
    ...(script === '' ? [] : ['-s', script]),
    url,
  ])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} failed under load:\n${stdout}`)
  const [, value = '0', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s|m)/.exec(stdout) ?? []
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99: Number(value) * (MILLISECONDS[unit] ?? 1),
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

/** Runs `work` the given number of times, one after another. */
export async function repeat<T>(times: number, work: (turn: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let turn = 0; turn < times; turn++) results.push(await work(turn))
  return results
}
