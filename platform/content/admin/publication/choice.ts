/**
 * The publication of an item in a form, and the body for the API. This file has no side effects, so that tests can cover
 * the rules.
 */

import { isDate, wallClock } from '../../../shared/dates.ts'
import { toInstant } from '../../../shared/zoned-dates.ts'
import {
  getPublicationState,
  type Publication,
  type PublicationState,
  publicationLabels,
} from '../../shared/publication.ts'
import { formatDayAndHour } from './publication-words.ts'

export const choices = ['draft', 'now', 'later'] as const
export type PublicationChoice = (typeof choices)[number]

export const choiceWords: Record<PublicationChoice, string> = {
  draft: 'Borrador',
  now: 'Publicar',
  later: 'Programar',
}

/**
 * Form values under the names of the API. `draft` is a `PublicationChoice`. Moments are `YYYY-MM-DDTHH:mm` in the club's
 * local time, or blank. The form keeps the moments while another choice is selected.
 */
export type PublicationValues = Record<keyof Publication, string>

export const publicationNames = Object.keys(publicationLabels) as (keyof Publication)[]

export const isPublicationName = (name: string): name is keyof Publication =>
  (publicationNames as string[]).includes(name)

export const publicationValueLabels: Record<keyof Publication, string> = {
  ...publicationLabels,
  draft: 'Publicación',
}

/** The publication of a new item, which by default is published at once. */
export const emptyPublication: PublicationValues = { draft: 'now', publishAt: '', unpublishAt: '' }

const toWallClock = (instant: string | null, timeZone: string): string =>
  instant === null ? '' : wallClock(new Date(instant), timeZone)

/**
 * Returns the form values of a publication.
 * @param now ms since 1970
 * @param timeZone the club's IANA time zone, also in the other functions of this file
 */
export function toPublicationValues(item: Publication, now: number, timeZone: string): PublicationValues {
  const choices: Record<PublicationState, PublicationChoice> = {
    draft: 'draft',
    scheduled: 'later',
    published: 'now',
    ended: 'now',
  }
  return {
    draft: choices[getPublicationState(item, now)],
    publishAt: toWallClock(item.publishAt, timeZone),
    unpublishAt: toWallClock(item.unpublishAt, timeZone),
  }
}

/** Returns the moment of a form value in ms since 1970. null for a blank or incomplete value. */
export const parseMoment = (typed: string, timeZone: string): number | null =>
  typed.length > 10 && isDate(typed) ? toInstant(typed, timeZone) : null

const toIsoInstant = (typed: string, timeZone: string): string | null => {
  const moment = parseMoment(typed, timeZone)
  return moment === null ? null : new Date(moment).toISOString()
}

/** Returns one value of the publication in Spanish, for comparisons. */
export function formatPublicationValue(
  name: keyof Publication,
  value: string,
  now: number,
  timeZone: string,
): string {
  if (name === 'draft') return choiceWords[value as PublicationChoice] ?? value
  const moment = parseMoment(value, timeZone)
  return moment === null ? '(sin fecha)' : `El ${formatDayAndHour(moment, now, timeZone)}`
}

export const NO_DAY = 'Falta el día en que sale.'
const NO_HOUR = 'Poné el día y también la hora.'

/** Returns the errors that block saving, by name of the value. */
export function publicationProblems(
  values: PublicationValues,
  timeZone: string,
): Partial<Record<keyof Publication, string>> {
  const { draft, publishAt, unpublishAt } = values
  const [from, until] = [parseMoment(publishAt, timeZone), parseMoment(unpublishAt, timeZone)]
  if (draft === 'later' && from === null) return { publishAt: publishAt === '' ? NO_DAY : NO_HOUR }
  if (unpublishAt !== '' && until === null) return { unpublishAt: NO_HOUR }
  if (draft === 'later' && from !== null && until !== null && until <= from)
    return { unpublishAt: 'Tiene que ser después de que se publica.' }
  return {}
}

type PublicationBody = Partial<Publication>

export function publicationToCreate(
  { draft, publishAt, unpublishAt }: PublicationValues,
  timeZone: string,
): PublicationBody {
  return {
    ...(draft === 'draft' && { draft: true }),
    ...(draft === 'later' && { publishAt: toIsoInstant(publishAt, timeZone) }),
    ...(unpublishAt !== '' && { unpublishAt: toIsoInstant(unpublishAt, timeZone) }),
  }
}

/**
 * Returns the changed values as the API takes them.
 * @param changed names of changed values, which can include other fields
 */
export function publicationToUpdate(
  { draft, publishAt, unpublishAt }: PublicationValues,
  changed: string[],
  now: number,
  timeZone: string,
): PublicationBody {
  const body: PublicationBody = {}
  const isChosen = changed.includes('draft')
  if (isChosen) body.draft = draft === 'draft'
  if (draft === 'later' && (isChosen || changed.includes('publishAt')))
    body.publishAt = toIsoInstant(publishAt, timeZone)
  // Cancels a scheduled publication. The start of a past publication stays.
  if (
    draft === 'now' &&
    isChosen &&
    (changed.includes('publishAt') || (parseMoment(publishAt, timeZone) ?? 0) > now)
  )
    body.publishAt = null
  if (changed.includes('unpublishAt')) body.unpublishAt = toIsoInstant(unpublishAt, timeZone)
  return body
}

/** Returns the state of the item after a save of the form. */
function getStateAfter(
  { draft, publishAt, unpublishAt }: PublicationValues,
  now: number,
  timeZone: string,
): PublicationState {
  if (draft === 'later' && parseMoment(publishAt, timeZone) === null) return 'scheduled'
  return getPublicationState(
    {
      draft: draft === 'draft',
      publishAt: draft === 'later' ? toIsoInstant(publishAt, timeZone) : null,
      unpublishAt: toIsoInstant(unpublishAt, timeZone),
    },
    now,
  )
}

const SAVE = 'Guardar'

/** Returns the label of the form's button. @param base the stored values. null for a new item */
export function getButtonLabel(
  values: PublicationValues,
  base: PublicationValues | null,
  now: number,
  timeZone: string,
): string {
  const state = getStateAfter(values, now, timeZone)
  if (state === 'draft') return 'Guardar borrador'
  const isSame =
    base !== null &&
    getStateAfter(base, now, timeZone) === state &&
    (state !== 'scheduled' || values.publishAt === base.publishAt)
  if (isSame || state === 'ended') return SAVE
  return state === 'scheduled' ? 'Programar' : 'Publicar'
}
