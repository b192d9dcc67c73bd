/** Every mail the club sends, as text (decisions §4 and §6). Links lead only to the club's own site, by SITE_URL. */
import { club } from '../club/club.ts'
import { linkFragment } from '../contract/accounts.ts'
import type { ContactMessage } from '../contract/contact.ts'

/** A mail before it is put in the outbox. */
export interface Letter {
  /** null: to the club, whoever that is when it goes out. */
  recipient: string | null
  replyTo?: string
  subject: string
  text: string
}

/** Public origin; null when it is not known: the letter then has no link (decisions §2). */
type SiteUrl = string | null

const page = (siteUrl: string, path: string): string => new URL(path, siteUrl).href

const paragraphs = (...parts: (string | null)[]): string =>
  `${parts.filter((part) => part !== null).join('\n\n')}\n`

const signature = `Un abrazo,\n${club.name}`

/** To the club: what a visitor wrote. Answering the mail answers the visitor. */
export const contactLetter = ({ person, from, body }: ContactMessage): Letter => ({
  recipient: null,
  replyTo: from,
  subject: `Mensaje de ${person}`,
  text: paragraphs(
    `${person} <${from}> escribió desde la página de contacto:`,
    body,
    `--\nSi respondés este mail, le llega a ${person}.`,
  ),
})

/** To the administrators: somebody registered and waits. */
export const registrationLetter = (email: string, siteUrl: SiteUrl): Letter => ({
  recipient: null,
  subject: 'Hay un registro esperando aprobación',
  text: paragraphs(
    'Hola:',
    `${email} se registró para administrar el sitio de ${club.name}. Hasta que alguien apruebe el pedido, no puede entrar.`,
    siteUrl && `Podés aprobarlo o borrarlo en Usuarios:\n${page(siteUrl, '/admin/users')}`,
    'Si no sabés quién es, no lo apruebes: quien entra puede cambiar todo.',
    signature,
  ),
})

/** To whoever registered: the link that proves the address is theirs. */
export const confirmationLetter = (email: string, token: string, siteUrl: string): Letter => ({
  recipient: email,
  subject: `Confirmá tu e-mail para ${club.name}`,
  text: paragraphs(
    'Hola:',
    `Alguien, esperamos que vos, pidió una cuenta en ${club.name} con este e-mail. Para confirmar que es tuyo, abrí este enlace:`,
    page(siteUrl, `/login${linkFragment('confirm', token)}`),
    'Después, alguien del club tiene que aprobar tu cuenta. Te avisamos.',
    'Si no fuiste vos, no hagas nada: sin este paso la cuenta no se abre.',
    signature,
  ),
})

/** To the applicant: an administrator approved. */
export const approvalLetter = (email: string, siteUrl: SiteUrl): Letter => ({
  recipient: email,
  subject: `Ya podés entrar a ${club.name}`,
  text: paragraphs(
    'Hola:',
    `Aprobaron tu cuenta en ${club.name}. Ya podés iniciar sesión con tu e-mail y la contraseña que elegiste.`,
    siteUrl && page(siteUrl, '/login'),
    'Qué bueno que estés.',
    signature,
  ),
})

const ifItWasNotYou =
  'Si fuiste vos, no tenés que hacer nada. Si no, avisale ya mismo a otro administrador del club: tu cuenta puede estar en otras manos.'

/** To the owner of an account: its password changed. */
export const passwordChangedLetter = (email: string): Letter => ({
  recipient: email,
  subject: `Cambió tu contraseña de ${club.name}`,
  text: paragraphs(
    'Hola:',
    `Se cambió la contraseña de tu cuenta en ${club.name}, y se cerraron tus otras sesiones.`,
    ifItWasNotYou,
    signature,
  ),
})

/** To the address an account had before: it has another one now. */
export const emailChangedLetter = (oldEmail: string, newEmail: string): Letter => ({
  recipient: oldEmail,
  subject: `Cambió el e-mail de tu cuenta de ${club.name}`,
  text: paragraphs(
    'Hola:',
    `Tu cuenta en ${club.name} dejó de usar esta dirección. Desde ahora usa ${newEmail}, y se cerraron tus otras sesiones.`,
    ifItWasNotYou,
    signature,
  ),
})
