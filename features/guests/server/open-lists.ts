/** Finds the lists that visitors can join, for the pages of nights. */
import type { Language } from '../../../platform/shared/languages.ts'
import { formatUntilHour } from '../../../platform/shared/night-dates.ts'
import { translateOffer } from '../../nights/shared/offer-words.ts'
import type { OpenSignUpOffers, SignUpOffer } from '../../nights/shared/sign-up-offers.ts'
import type { OpenGuestList } from '../shared/guests.ts'
import {
  computeConditionEnd,
  computeDoorEnd,
  computeListClosing,
  findCondition,
} from '../shared/list-hours.ts'
import { isFilling } from '../shared/people-counts.ts'
import { describeClosing, SIGN_UP_FIELD_ID, signUpWords } from '../shared/sign-up-words.ts'
import { toIso } from './guest-lists.ts'
import { findGuestNights, type GuestNight } from './guest-nights.ts'
import type { GuestsOptions } from './guests-options.ts'
import { type InvitedList, parseConditions, readInvitedLists } from './list-rows.ts'
import { chooseList, type Moment, readMoment, showsLists } from './public-lists.ts'

interface TimedList {
  list: OpenGuestList
  changesIn: number
}

export interface OpenLists {
  /**
   * Finds the public list of a night. null when there is none, when visitors cannot see the night, or when it is over.
   * `changesIn` is the time until the answer changes without a write. ms
   */
  openList(event: string): Promise<{ list: OpenGuestList | null; changesIn: number }>
  /** Finds the lists of nights that are open and have places, with at most four queries. */
  findOffers(events: readonly string[], language: Language): Promise<OpenSignUpOffers>
}

export function createOpenLists(options: GuestsOptions): OpenLists {
  const { read } = options.database

  /** Reads nothing else when no night has a public list. */
  async function readLists(events: readonly string[]) {
    const lists = events.length === 0 ? [] : await readInvitedLists(read, events, true)
    if (lists.length === 0) return null
    const byNight = Map.groupBy(lists, ({ event }) => event)
    const moment = await readMoment(options)
    const nights = await findGuestNights(read, [...byNight.keys()])
    return {
      moment,
      nights: nights.flatMap((night) => {
        const presented =
          showsLists(night, moment) && presentLists(byNight.get(night.id) ?? [], night, moment)
        return presented ? [{ id: night.id, ...presented }] : []
      }),
    }
  }

  return {
    async openList(event) {
      const [found] = (await readLists([event]))?.nights ?? []
      return found ?? { list: null, changesIn: Number.POSITIVE_INFINITY }
    },

    async findOffers(events, language) {
      const found = await readLists(events)
      if (!found) return { offers: new Map(), changesIn: Number.POSITIVE_INFINITY }
      const { nights, moment } = found
      return {
        offers: new Map(
          nights
            .filter(({ list }) => list.state === 'open')
            .map(({ id, list }) => [id, describeOffer(list, moment, language)]),
        ),
        changesIn: Math.min(...nights.map(({ changesIn }) => changesIn)),
      }
    },
  }
}

function presentLists(lists: readonly InvitedList[], night: GuestNight, moment: Moment): TimedList | null {
  const { at, timeZone } = moment
  const { date } = night
  const chosen = chooseList(lists, night, moment, 1)
  if (!chosen) return null
  const { state, list } = chosen
  const conditions = parseConditions(list)
  const changes = [
    computeDoorEnd(date, timeZone),
    ...lists.map(({ closes }) => computeListClosing(closes, date, timeZone)),
    ...conditions.map((condition) => computeConditionEnd(condition, date, timeZone)),
  ]
  return {
    list: {
      state,
      conditions,
      condition: findCondition(conditions, date, at, timeZone),
      maxCompanions: list.maxCompanions,
      isFilling: isFilling(list),
      closesAt: toIso(computeListClosing(list.closes, date, timeZone)),
    },
    changesIn: Math.min(...changes.filter((change) => change > at)) - at,
  }
}

function describeOffer(
  { condition, isFilling, closesAt }: OpenGuestList,
  { timeZone }: Moment,
  language: Language,
): SignUpOffer {
  const words = signUpWords[language]
  return {
    fieldId: SIGN_UP_FIELD_ID,
    name: words.list,
    benefit: condition && {
      ...translateOffer(condition.label, language),
      until: condition.until === null ? null : formatUntilHour(condition.until, language),
    },
    invitation: words.invitation,
    closing: describeClosing(closesAt, timeZone, language),
    shortage: isFilling ? words.shortage : null,
  }
}
