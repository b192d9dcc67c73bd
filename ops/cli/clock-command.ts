/** `./pulso clock confirm`: the operator confirms that the host's clock is right, and deletion by age resumes. */
import { OPERATOR, recordEntry } from '../../platform/db/record-entry.ts'
import type { ParsedArguments } from './command-line.ts'
import { CLOCK_NAMES, formatDayAndTime } from './format.ts'
import { EXIT, Failure, type Output } from './output.ts'
import { withClub } from './with-club.ts'

export const confirmClock = ({ flags }: ParsedArguments, output: Output): Promise<number> =>
  withClub(async ({ deletionClock }) => {
    const contradictions = await deletionClock.findContradictions()
    if (contradictions.length > 0 && !flags.has('force')) {
      const at = Date.now()
      throw new Failure(
        [
          `El reloj de esta máquina dice ${formatDayAndTime(at)}.`,
          ...contradictions.map(
            ({ whose, offset }) => `Pero ${CLOCK_NAMES[whose]} dice ${formatDayAndTime(at - offset)}.`,
          ),
          'No se confirmó nada. Poné en hora el que esté mal: timedatectl set-ntp true. Si el de esta máquina es el correcto: ./pulso clock confirm --force',
        ].join('\n'),
      )
    }
    const { at, doubt } = await deletionClock.confirm((tx, at) =>
      recordEntry(tx, {
        at,
        by: OPERATOR,
        action: 'update',
        resource: 'settings',
        itemId: 'clock',
        label: 'La hora de la máquina',
        changes: { confirmedTime: [null, new Date(at).toISOString()] },
      }),
    )
    output.line(`Se toma por buena la hora de esta máquina: ${formatDayAndTime(at)}.`)
    output.line(doubt === null ? 'No había nada en duda.' : CONFIRMED)
    output.document({
      confirmedAt: new Date(at).toISOString(),
      wasInDoubt: doubt !== null,
      aheadMs: doubt?.by ?? 0,
    })
    return EXIT.good
  })

const CONFIRMED =
  'En un minuto, si el club anda, se borra otra vez lo que cumple su tiempo. Si la hora está mal, ponela en hora ya y confirmá de nuevo.'
