/** How many of something, and what somebody did to it, in Spanish. */

import { shownEmail, shownPerson } from '../auth/shared/emails.ts'
import type { Words } from '../content/shared/fields.ts'
import { type HistoryItem, historyActions, wordsOf } from '../content/shared/versions.ts'

/** '1 novedad', '3 novedades' */
export const countOf = (count: number, { one, many, several = many.toLowerCase() }: Words): string =>
  `${count} ${count === 1 ? one : several}`

/** What it was called: users are called by their e-mail. */
export const shownLabel = ({ resource, label }: Pick<HistoryItem, 'resource' | 'label'>): string =>
  resource === 'users' ? shownEmail(label) : label

/** Who did it, as they were called then. */
export const actorOf = ({ by, byName }: Pick<HistoryItem, 'by' | 'byName'>): string =>
  by === null ? (byName ?? 'El sistema') : shownPerson({ name: byName, email: by })

/** 'modificó la novedad «Vuelve la noche»' */
export function historySentence({
  action,
  resource,
  label,
}: Pick<HistoryItem, 'action' | 'resource' | 'label'>): string {
  const { one, article } = wordsOf(resource)
  const sentence = `${historyActions[action]} ${article} ${one}`.replace(' de el ', ' del ')
  return label ? `${sentence} «${shownLabel({ resource, label })}»` : sentence
}
