import { readdirSync, readFileSync } from 'node:fs'

/**
 * Returns the text of a file. Returns an empty text when its thread or process has ended during the read (ENOENT, ESRCH).
 */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the peak memory of a process and of its running descendants (proc(5)). Bytes */
export function readPeakMemory(pid: number): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const peak = Number(/^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024
  if (peak === 0) return 0
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).trim().split(' ').filter(Boolean).map(Number),
  )
  return children.reduce((total, child) => total + readPeakMemory(child), peak)
}
