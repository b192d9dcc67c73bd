import { readdirSync, readFileSync } from 'node:fs'

/** A thread or a process may end while it is looked at (ENOENT, ESRCH). @returns the file's text, empty where it is gone */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The most memory that a process ever held (proc(5)), and every process that it started and that still runs. Bytes. */
export function readPeakMemory(pid: number): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const peak = Number(/^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024
  if (peak === 0) return 0
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).trim().split(' ').filter(Boolean).map(Number),
  )
  return children.reduce((total, child) => total + readPeakMemory(child), peak)
}
