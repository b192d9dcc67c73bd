import { readdirSync, readFileSync } from 'node:fs'

/** Returns the ids of this process's children whose command line contains `program`. Works only on Linux (proc(5)). */
export const findChildProcesses = (program: string): number[] =>
  readdirSync('/proc/self/task')
    .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' '))
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program))
    .map(Number)
