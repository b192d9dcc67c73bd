/** Checks the host's clock against other clocks, and against times in the database. */

import { compareRemoteClocks, findLaterWrite } from '../../platform/clock/clock-offset.ts'
import { createDeletionClock } from '../../platform/clock/deletion-clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Env } from '../../platform/process/env.ts'
import { describeDoubt, describeReason, formatDayAndTime } from '../cli/format.ts'
import { type Finding, type WarningCheck, withStatusTimeout } from './check-declaration.ts'
import { judgeClock } from './thresholds.ts'

export const clock: WarningCheck<'clock'> = {
  doctorInDatabase: {
    part: 'reloj',
    mend: () => 'Repetí; si sigue, revisá la base de datos y el balde.',
    async *run({ env, database, now, good, bad, warning }) {
      const mend = 'Poné el reloj en hora y dejá que se mantenga solo: timedatectl set-ntp true'
      const found: Finding[] = []
      const doubt = await findClockDoubt(env, database, now)
      if (doubt !== null)
        found.push(
          bad(
            `${describeDoubt(doubt)}: mientras tanto no se borra nada por viejo. Dice ${formatDayAndTime(now())}.`,
            'Si está mal, timedatectl set-ntp true. Si está bien: ./pulso clock confirm',
          ),
        )
      try {
        for (const { whose, offset } of await compareRemoteClocks(env, database, now))
          if (judgeClock(offset) !== 'ok')
            found.push(
              bad(
                `El ${whose} y el nuestro se llevan ${Math.round(Math.abs(offset) / 1000)} segundos.`,
                mend,
              ),
            )
      } catch (error) {
        found.push(warning(`No se pudo comparar con otro: ${describeReason(error)}`))
      }
      const later = await findLaterWrite(database, now())
      if (later !== null)
        found.push(
          later.table === null
            ? bad('Está antes de que este programa existiera.', mend)
            : bad(
                `En ${later.table} hay algo escrito en el futuro (${new Date(later.at).toISOString()}).`,
                mend,
              ),
        )
      if (found.length > 0) yield* found
      else yield good(`${new Date(now()).toISOString()}, y nada lo contradice.`)
    },
  },
  /** `status` shows this line only while the clock is in doubt. */
  status: {
    name: 'clock',
    title: 'reloj',
    async read({ env, database }) {
      if (database === null) return null
      const doubt = await withStatusTimeout(findClockDoubt(env, database, Date.now))
      if (doubt === null) return null
      return {
        says: `${describeDoubt(doubt)}: no se borra nada por viejo`,
        state: 'bad',
        facts: { inDoubt: true, contradictedBy: doubt.whose, aheadMs: doubt.by },
      }
    },
  },
  warning: {
    async measure({ deletionClock, database, env, now }) {
      const doubt = await deletionClock.findDoubt()
      if (doubt !== null) return doubt.by
      const later = await findLaterWrite(database, now())
      if (later !== null) return now() - later.at
      const offsets = (await compareRemoteClocks(env, database, now)).map(({ offset }) => offset)
      return offsets.reduce((one, other) => (Math.abs(other) > Math.abs(one) ? other : one), 0)
    },
    assess: (measured, { was }) => ({ state: judgeClock(measured, was), measured }),
    mail: {
      says: ({ name }, _, holdsDeletion) =>
        holdsDeletion
          ? `El reloj de la máquina donde está ${name} saltó, o no coincide con otro, y nadie confirmó que esté bien. Mientras tanto no se borra nada por viejo: ni mensajes, ni versiones, ni la papelera. Si la hora está mal, hay que ponerla en hora y alcanza con eso. Si está bien, por ejemplo porque la máquina estuvo apagada varios días, se confirma con ./pulso clock confirm.`
          : `El reloj de la máquina donde está ${name} no está en hora. Lo programado se publica antes o después de lo que dice, y los códigos del segundo factor pueden dejar de servir.`,
      over: 'El reloj de la máquina está en hora otra vez',
    },
    metric: {
      name: 'clock_offset_seconds',
      help: 'By how much the clock is ahead',
      value: (offset) => offset / 1000,
    },
  },
}

const silentLog = { info: () => {}, warn: () => {} }

const findClockDoubt = (env: Env, database: Database, now: () => number) =>
  createDeletionClock({ database, env, log: silentLog, now }).findDoubt()
