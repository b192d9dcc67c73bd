/** Checks the process that does the background work. */
import { formatCount, formatTimeAgo } from '../cli/format.ts'
import { readLeader } from '../leader.ts'
import { CHECK_DATABASE, toIsoString, type WarningCheck, withStatusTimeout } from './check-declaration.ts'
import { judgeLeader } from './thresholds.ts'

export const leader: WarningCheck<'leader'> = {
  doctorInDatabase: {
    part: 'servidor',
    mend: () => CHECK_DATABASE,
    /** The leader's row in `settings` is missing until a process of this version has been the leader. */
    async *run({ database: { read }, now, good, warning }) {
      const leader = await readLeader(read)
      if (leader === null) return
      const { host, pid, workedAt } = leader
      const minutes = formatCount(Math.max(0, Math.floor((now() - workedAt) / 60_000)), 'minuto', 'minutos')
      const who = `${host}, proceso ${pid}`
      if (judgeLeader(workedAt, { now: now() }) === 'ok')
        yield good(`El trabajo de fondo lo hace ${who}; la última vez, hace ${minutes}.`)
      else
        yield warning(
          `Nadie hace el trabajo de fondo (copias, limpieza, avisos) desde hace ${minutes}; lo hacía ${who}.`,
          'Si el club anda, reinicialo: club restart; si está detenido, es así hasta el próximo arranque.',
        )
    },
  },
  /** `status` reports no missing leader for a stopped club, which needs none. */
  status: {
    name: 'background',
    title: 'trabajo de fondo',
    async read({ database, now, server }) {
      if (database === null) return null
      const leader = await withStatusTimeout(readLeader(database.read)).catch(() => null)
      if (leader === null) return null
      const isRunning = (await server).state !== 'stopped'
      const { host, pid, workedAt } = leader
      const isLate = judgeLeader(workedAt, { now }) !== 'ok'
      return {
        says: `${isLate ? 'nadie lo hace; lo hacía' : 'lo hace'} ${host}, proceso ${pid}; la última vez, ${formatTimeAgo(workedAt, now)}`,
        state: !isLate ? 'good' : isRunning ? 'bad' : 'warning',
        facts: { host, pid, since: toIsoString(leader.since), workedAt: toIsoString(workedAt), late: isLate },
      }
    },
  },
  warning: {
    measure: ({ leader }) => leader.workedAt(),
    assess: (measured, { now }) => ({ state: judgeLeader(measured, { now }), measured }),
    mail: {
      says: ({ name }) =>
        `Hace más de cinco minutos que ningún proceso de ${name} hace el trabajo de fondo: las copias de cada día, la limpieza y estos avisos. El sitio se ve igual, pero mientras siga así no hay copias nuevas.`,
      over: 'Las copias y la limpieza se hacen otra vez',
    },
  },
}
