/** What one writes beside an invitation's link. */
import { INVITATION_DAYS } from '../shared/accounts.ts'

export const invitationWords = ({ name, club }: { name: string | null; club: string }): string =>
  `Hola${name ? ` ${name}` : ''}, te invito a administrar el sitio de ${club}. Creá tu cuenta con este enlace, que sirve una sola vez y por ${INVITATION_DAYS} días:`

/** Opens WhatsApp with the text written, for whoever it is then sent to. */
export const whatsappLink = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`
