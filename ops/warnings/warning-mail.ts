/** Writes the mails to the administrators when a condition begins, and when it is over. */
import {
  buildPageLink,
  createSignature,
  joinParagraphs,
  type MailAuthor,
  type MailText,
  type SiteUrl,
} from '../../platform/mail/templates.ts'
import { type MailedWarning, warningTitles } from '../../platform/shared/health-conditions.ts'
import { checks } from '../checks/checks.ts'

interface WarningFacts {
  condition: MailedWarning
  /** The measured value. Its unit depends on the condition, as in Assessment. */
  measured: number | null
  /** True when deletion by age is suspended because the clock is in doubt. */
  holdsDeletion: boolean
  siteUrl: SiteUrl
}

const findTexts = (condition: MailedWarning) => checks[condition].warning.mail

export const composeWarningMail = (
  club: MailAuthor,
  { condition, measured, holdsDeletion, siteUrl }: WarningFacts,
): MailText => ({
  recipient: null,
  subject: warningTitles[condition],
  text: joinParagraphs(
    'Hola:',
    findTexts(condition).says(club, measured, holdsDeletion),
    'No hace falta que lo arregles vos: reenviale este mail a quien mantiene el servidor. Qué mirar está en docs/operacion.md, y club pulso doctor dice qué encuentra.',
    siteUrl && `Mientras siga así, se ve también en el inicio:\n${buildPageLink(siteUrl, '/admin')}`,
    'Te escribimos una sola vez, y otra cuando se arregle.',
    createSignature(club),
  ),
})

export const composeWarningOverMail = (club: MailAuthor, { condition }: WarningFacts): MailText => ({
  recipient: null,
  subject: findTexts(condition).over,
  text: joinParagraphs(
    'Hola:',
    `Te habíamos avisado: «${warningTitles[condition]}». Ya se arregló, y no tenés que hacer nada.`,
    createSignature(club),
  ),
})
