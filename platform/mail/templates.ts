/** Every mail the club sends, as text. Links lead only to the club's own site, whose origin is SITE_URL. */

import { formatEmail, hasUnusualLetters } from '../auth/shared/emails.ts'
import { linkFragment, RESET_LINK_MINUTES } from '../auth/shared/one-time-links.ts'
import { REGISTRATION_MAILS } from '../http/rate-limit.ts'
import type { SiteSettings } from '../settings/shared/site-settings.ts'
import { formatDate, wallClock } from '../shared/dates.ts'

/** A mail before it is stored in the outbox. */
export interface MailText {
  /** Address of the recipient. null: the club, whose addresses are read when the mail is sent. */
  recipient: string | null
  replyTo?: string | string[]
  subject: string
  text: string
}

/** Settings of the club that mails use: the name for signatures, the time zone for dates. */
export type MailAuthor = Pick<SiteSettings['identity'], 'name' | 'timeZone'>

/** Public origin of the site. When it is null, mails have no link. */
export type SiteUrl = string | null

export const buildPageLink = (siteUrl: string, path: string): string => new URL(path, siteUrl).href

export const joinParagraphs = (...parts: (string | null)[]): string =>
  `${parts.filter((part) => part !== null).join('\n\n')}\n`

export const createSignature = (club: MailAuthor): string => `Un abrazo,\n${club.name}`

/** Mail to the administrators about a registration that waits for approval. */
export const composeRegistrationMail = (club: MailAuthor, email: string, siteUrl: SiteUrl): MailText => ({
  recipient: null,
  subject: 'Hay un registro esperando aprobación',
  text: joinParagraphs(
    'Hola:',
    `${formatEmail(email)}${hasUnusualLetters(email) ? ' (con letras poco comunes antes de la @: puede parecerse a otro e-mail)' : ''} se registró para administrar el sitio de ${club.name}. Hasta que alguien apruebe el pedido, no puede entrar.`,
    siteUrl && `Podés aprobarlo o borrarlo en Usuarios:\n${buildPageLink(siteUrl, '/admin/users')}`,
    'Si no sabés quién es, no lo apruebes: quien entra puede cambiar todo.',
    createSignature(club),
  ),
})

/** Mail to the administrators about many registrations. It replaces single mails, at most once an hour. */
export const composeManyRegistrationsMail = (club: MailAuthor, siteUrl: SiteUrl): MailText => ({
  recipient: null,
  subject: 'Hay más registros que de costumbre',
  text: joinParagraphs(
    'Hola:',
    `En una hora se registraron más de ${REGISTRATION_MAILS} personas para administrar el sitio de ${club.name}. Por un rato no te avisamos de cada una: están todas en Usuarios.`,
    siteUrl && buildPageLink(siteUrl, '/admin/users'),
    'Si no sabés quiénes son, no las apruebes. Las que nadie confirma se borran solas.',
    createSignature(club),
  ),
})

interface Confirmation {
  token: string
  /** Time of the registration. ms since 1970 */
  at: number
  siteUrl: string
}

/** Mail to the applicant with a link that confirms the address. Several registrations may use one address. */
export const composeConfirmationMail = (
  club: MailAuthor,
  email: string,
  { token, at, siteUrl }: Confirmation,
): MailText => {
  const [day = '', time] = wallClock(at, club.timeZone).split('T')
  const when = `el ${formatDate(day)} a las ${time}`
  return {
    recipient: email,
    subject: `Confirmá tu e-mail para ${club.name}`,
    text: joinParagraphs(
      'Hola:',
      `Alguien, esperamos que vos, pidió una cuenta en ${club.name} con este e-mail, ${when} (hora del club). Para confirmar que es tuyo, abrí este enlace:`,
      buildPageLink(siteUrl, `/login${linkFragment('confirm', token)}`),
      'El enlace te pide la contraseña que se eligió en ese momento. Si te llegó más de un mail como este, abrí el del registro que hiciste vos: con los otros tu contraseña no sirve.',
      'Después, alguien del club tiene que aprobar tu cuenta. Te avisamos.',
      'Si no fuiste vos, no abras el enlace: sin este paso la cuenta no se abre, y en una semana se borra.',
      createSignature(club),
    ),
  }
}

/** Mail to the applicant after the approval of the account. */
export const composeApprovalMail = (club: MailAuthor, email: string, siteUrl: SiteUrl): MailText => ({
  recipient: email,
  subject: `Ya podés entrar a ${club.name}`,
  text: joinParagraphs(
    'Hola:',
    `Aprobaron tu cuenta en ${club.name}. Ya podés iniciar sesión con tu e-mail y la contraseña que elegiste.`,
    siteUrl && buildPageLink(siteUrl, '/login'),
    'Qué bueno que estés.',
    createSignature(club),
  ),
})

/** Mail to an applicant after the account was rejected. Sent only to a confirmed address. */
export const composeRejectionMail = (club: MailAuthor, email: string): MailText => ({
  recipient: email,
  subject: `Tu pedido de cuenta en ${club.name}`,
  text: joinParagraphs(
    'Hola:',
    `El club decidió no abrir la cuenta que pediste en ${club.name}. Borramos tus datos.`,
    'Si creés que es un error, hablalo con quien te invitó a registrarte.',
    createSignature(club),
  ),
})

/** Mail to the owner of an account with a link to choose another password. */
export const composeResetMail = (
  club: MailAuthor,
  email: string,
  token: string,
  siteUrl: string,
): MailText => ({
  recipient: email,
  subject: `Elegí otra contraseña para ${club.name}`,
  text: joinParagraphs(
    'Hola:',
    `Alguien, esperamos que vos, pidió cambiar la contraseña de tu cuenta en ${club.name}. Para elegir otra, abrí este enlace:`,
    buildPageLink(siteUrl, `/login${linkFragment('reset', token)}`),
    `Sirve una sola vez, por ${RESET_LINK_MINUTES} minutos.`,
    'Si no fuiste vos, no hagas nada: tu contraseña sigue siendo la misma.',
    createSignature(club),
  ),
})

const NOT_YOU_NOTICE =
  'Si fuiste vos, no tenés que hacer nada. Si no, avisale ya mismo a otro administrador del club: tu cuenta puede estar en otras manos.'

/** Mail to the owner of an account after a change of the password. */
export const composePasswordChangedMail = (club: MailAuthor, email: string): MailText => ({
  recipient: email,
  subject: `Cambió tu contraseña de ${club.name}`,
  text: joinParagraphs(
    'Hola:',
    `Se cambió la contraseña de tu cuenta en ${club.name}. Se cerraron tus otras sesiones, y las invitaciones que mandaste y nadie usó ya no sirven.`,
    NOT_YOU_NOTICE,
    createSignature(club),
  ),
})

/** Mail to the former address of an account after a change of the address. */
export const composeEmailChangedMail = (club: MailAuthor, oldEmail: string, newEmail: string): MailText => ({
  recipient: oldEmail,
  subject: `Cambió el e-mail de tu cuenta de ${club.name}`,
  text: joinParagraphs(
    'Hola:',
    `Tu cuenta en ${club.name} dejó de usar esta dirección. Desde ahora usa ${formatEmail(newEmail)}, y se cerraron tus otras sesiones.`,
    NOT_YOU_NOTICE,
    createSignature(club),
  ),
})

/** Mail to the owner of an account after the password was changed with a link. */
export const composePasswordResetMail = (club: MailAuthor, email: string): MailText => ({
  recipient: email,
  subject: `Cambió tu contraseña de ${club.name}`,
  text: joinParagraphs(
    'Hola:',
    `Con un enlace de un solo uso se eligió otra contraseña para tu cuenta en ${club.name}, y se cerraron todas tus sesiones. Las invitaciones que mandaste y nadie usó ya no sirven.`,
    NOT_YOU_NOTICE,
    createSignature(club),
  ),
})

/** Mail to the owner of an account after the second factor was turned on. */
export const composeSecondFactorOnMail = (club: MailAuthor, email: string): MailText => ({
  recipient: email,
  subject: `Tu cuenta de ${club.name} pide un segundo factor`,
  text: joinParagraphs(
    'Hola:',
    `Se activó el segundo factor de tu cuenta en ${club.name}, y se cerraron tus otras sesiones. Desde ahora, para entrar hace falta también un código de la app.`,
    NOT_YOU_NOTICE,
    createSignature(club),
  ),
})

/** Mail to the owner of an account after the second factor was turned off with password and code. */
export const composeSecondFactorOffMail = (club: MailAuthor, email: string): MailText => ({
  recipient: email,
  subject: `Tu cuenta de ${club.name} ya no pide un segundo factor`,
  text: joinParagraphs(
    'Hola:',
    `Se desactivó el segundo factor de tu cuenta en ${club.name}. Para entrar alcanza otra vez con la contraseña.`,
    NOT_YOU_NOTICE,
    createSignature(club),
  ),
})

/**
 * Mail to the owner of an account after another person turned off the second factor.
 * @param by address of that person. null: the operator of the server
 */
export const composeSecondFactorResetMail = (
  club: MailAuthor,
  email: string,
  by: { name: string | null; email: string } | null,
): MailText => ({
  recipient: email,
  subject: `Tu cuenta de ${club.name} ya no pide un segundo factor`,
  text: joinParagraphs(
    'Hola:',
    `${by === null ? 'Quien mantiene el sitio' : by.name === null ? formatEmail(by.email) : `${by.name} (${formatEmail(by.email)})`} desactivó el segundo factor de tu cuenta en ${club.name}, y se cerraron tus sesiones. Para entrar alcanza con la contraseña; cuando entres, activalo de nuevo.`,
    'Si no lo pediste vos, avisale ya mismo a otro administrador del club.',
    createSignature(club),
  ),
})
