/** Chooses the messages of a chat by day and author. */
import { addDays } from '../../../../platform/shared/night-dates.ts'
import { PASTED_LINES_MAX, PASTED_TEXT_MAX } from '../../shared/guest-limits.ts'
import { formatCount, formatNumber } from '../../shared/people-counts.ts'
import type { ChatMessage } from './read-chat.ts'

/** Days `YYYY-MM-DD`, both included. '' where there is no limit */
export interface Period {
  from: string
  to: string
}

/** Days of a chat that are chosen at first. */
const DAYS_CHOSEN = 7

export function getLastDays(messages: readonly ChatMessage[]): Period {
  const to = messages.at(-1)?.day ?? ''
  return { from: to && addDays(to, 1 - DAYS_CHOSEN), to }
}

export const selectPeriod = (messages: readonly ChatMessage[], { from, to }: Period): ChatMessage[] =>
  messages.filter(({ day }) => day >= from && (to === '' || day <= to))

/** Returns the authors with their number of messages, the most frequent first. */
export function countAuthors(messages: readonly ChatMessage[]): [author: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { author } of messages) counts.set(author, (counts.get(author) ?? 0) + 1)
  return [...counts].sort(([, count], [, other]) => other - count)
}

export interface Selection {
  /** The lines of the chosen authors. */
  lines: string[]
  /** Sentence about the selection, in Spanish. */
  words: string
  canRead: boolean
}

/**
 * @param messages the messages of a period
 * @param leftOut authors without their messages
 * @param typed text to which the lines are added
 */
export function selectLines(
  messages: readonly ChatMessage[],
  leftOut: ReadonlySet<string>,
  typed: string,
): Selection {
  const chosen = messages.filter(({ author }) => !leftOut.has(author))
  const lines = chosen.flatMap((message) => message.lines)
  const refuse = (words: string): Selection => ({ lines, words, canRead: false })
  if (messages.length === 0) return refuse('Entre esos días no hay mensajes.')
  if (chosen.length === 0) return refuse('Elegí al menos a una persona.')
  const inAll = appendLines(typed, lines)
  const count = inAll.split('\n').filter((line) => line.trim() !== '').length
  const already = count > lines.length ? ' con los que ya están escritos' : ''
  if (count > PASTED_LINES_MAX)
    return refuse(
      `Son ${formatNumber(count)} renglones${already}, y entran hasta ${formatNumber(PASTED_LINES_MAX)}: ${CHOOSE_FEWER}`,
    )
  if (inAll.length > PASTED_TEXT_MAX)
    return refuse(`Son mensajes demasiado largos para verlos juntos: ${CHOOSE_FEWER}`)
  const words = `${formatCount(lines.length, 'renglón', 'renglones')} de ${formatCount(chosen.length, 'mensaje', 'mensajes')}.`
  return { lines, words, canRead: true }
}

const CHOOSE_FEWER = 'elegí menos días o menos personas.'

/** Adds lines below a text. */
export const appendLines = (text: string, lines: readonly string[]): string =>
  [...(text.trim() === '' ? [] : [text.trimEnd()]), ...lines].join('\n')
