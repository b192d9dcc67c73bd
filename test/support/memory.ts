import { readdirSync, readFileSync } from 'node:fs'

/** The most memory that a process ever held (proc(5)), and every process that it started and that still runs. Bytes. */
export function peakOf(pid: number): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  )
  const peak = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  return children.reduce((total, child) => total + peakOf(child), peak)
}
