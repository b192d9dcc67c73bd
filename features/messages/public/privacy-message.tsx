/** What /privacidad says about messages. */
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import type { Language } from '../../../platform/shared/languages.ts'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import { PrivacyRecord } from '../../privacy/public/exports/privacy-record.tsx'
import { readKeptMonths } from './contact-services.ts'

const texts = {
  es: {
    what: 'El mensaje que mandás',
    why: 'Tu nombre, tu correo y lo que escribiste, para poder contestarte. Lo leen quienes administran el sitio y nadie más: no lo vendemos, no lo prestamos y no lo usamos para otra cosa. Lo que te contestamos queda junto a tu mensaje y se borra con él. Mandarlo es decisión tuya; sin un correo no hay a quién responderle.',
    until: (months: number) => `${months === 1 ? '1 mes' : `${months} meses`}, y se borra solo`,
  },
  en: {
    what: 'The message that you send',
    why: 'Your name, your e-mail and what you wrote, so that we can answer you. Only the people who run the site read it: we do not sell it, lend it or use it for anything else. Our answer is kept with your message and erased with it. Sending it is your choice; without an e-mail there is nobody to answer.',
    until: (months: number) => `${months === 1 ? '1 month' : `${months} months`}, then erased automatically`,
  },
} satisfies Record<Language, object>

export const load = async (reader: Reader) => ({ months: await readKeptMonths(reader) })

export default function PrivacyMessage({ data }: { data: Awaited<ReturnType<typeof load>> }) {
  const { what, why, until } = texts[useLanguage()]
  return <PrivacyRecord what={what} why={why} until={until(data.months)} />
}
