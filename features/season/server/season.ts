/** Compares the nights of a period by what other features count of them. */
import { type Outcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { findCallOff } from '../../../platform/content/shared/field-types.ts'
import { formatItemName } from '../../../platform/content/shared/item-names.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import type { Database } from '../../../platform/db/connect.ts'
import type { SettingsService } from '../../../platform/settings/server/settings-service.ts'
import { currentNight } from '../../../platform/shared/dates.ts'
import { addDays } from '../../../platform/shared/night-dates.ts'
import type { OtherFeatures } from '../../server-manifest.ts'
import type { Season } from '../shared/season.ts'
import { findUsualStart, SEASON_DAYS_MAX, SEASON_NIGHTS_MAX } from '../shared/season-period.ts'

/** Days `YYYY-MM-DD`, both included. */
interface Period {
  from?: string | undefined
  to?: string | undefined
}

export interface Seasons {
  /** Compares the nights of a period. Default: the last three months until tonight */
  read(period: Period): Promise<Outcome<Season>>
}

interface SeasonOptions {
  database: Pick<Database, 'read'>
  settings: Pick<SettingsService, 'all'>
  nightFigures: OtherFeatures['nightFigures']
  now: () => number
}

const refuse = (message: string) => problem('invalid-query', { errors: [{ field: 'from', message }] })

export function createSeasons({ database, settings, nightFigures, now }: SeasonOptions): Seasons {
  const declaration = getDeclaration('events')
  const calledOff: readonly (string | null)[] = findCallOff(declaration)?.values ?? []

  const readNights = (from: string, to: string) =>
    database.read
      .selectFrom('events')
      .select(['id as _id', 'night', 'date', 'title', 'status', 'draft'])
      .where('deletedAt', 'is', null)
      .where('night', '>=', from)
      .where('night', '<=', to)
      .orderBy('night')
      .orderBy('date')
      .orderBy('seq')
      .limit(SEASON_NIGHTS_MAX + 1)
      .execute()

  return {
    async read(period) {
      const { timeZone } = (await settings.all()).identity
      const to = period.to ?? currentNight(new Date(now()), timeZone)
      const from = period.from ?? findUsualStart(to)
      if (from > to) return refuse('Tiene que ser antes que el último.')
      if (addDays(from, SEASON_DAYS_MAX) <= to) return refuse('Se comparan hasta dos años por vez.')
      const nights = await readNights(from, to)
      if (nights.length > SEASON_NIGHTS_MAX)
        return refuse(`Ahí hay más de ${SEASON_NIGHTS_MAX} fechas: elegí menos tiempo.`)
      const figures = nightFigures()
      const [door, site] = await Promise.all([figures.door?.(nights), figures.site?.(nights)])
      return success({
        from,
        to,
        counts: { door: door !== undefined, site: site !== undefined },
        nights: nights
          .filter(({ _id, draft, status }) => door?.has(_id) || (draft === 0 && !calledOff.includes(status)))
          .map(({ _id, date, title }) => ({
            _id,
            title: formatItemName(declaration, { title, date }),
            date,
            door: door?.get(_id) ?? null,
            site: site?.get(_id) ?? null,
          })),
      })
    },
  }
}
