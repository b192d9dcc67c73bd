/** What /privacidad says about guest lists. */
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import type { Language } from '../../../platform/shared/languages.ts'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import { PrivacyRecord } from '../../privacy/public/exports/privacy-record.tsx'
import { readRetentionDays } from './guest-services.ts'

const texts = {
  es: {
    name: 'Tu nombre en la lista',
    nameWhy:
      'Si te anotás en la lista de una noche, o te suma el club o quien arma la lista, guardamos tu nombre y con cuánta gente venís, para que entres. Lo ven quienes administran, quienes están en la puerta y, si te sumó otra persona, también ella. No lo usamos para otra noche ni se lo pasamos a nadie. Anotarte es decisión tuya, y desde tu página te podés bajar cuando quieras.',
    nameUntil: (days: number) =>
      `${days === 1 ? '1 día' : `${days} días`} después de la noche, y se borra solo. Quedan los totales, sin nombres`,
    place: 'Tu lugar en la lista',
    placeWhy:
      'Cuando te anotás, tu navegador se acuerda de tu código y de tu página, para mostrártelos si volvés. Queda en tu dispositivo.',
    placeUntil: 'Hasta el mediodía siguiente, o hasta que te bajes',
  },
  en: {
    name: 'Your name on the list',
    nameWhy:
      'If you join the list of a night, or the club or a promoter adds you, we keep your name and how many people you bring, so that you get in. It is seen by the people who run the site, the people at the door and, if somebody else added you, that person. We do not use it for another night or pass it on. Joining is your choice, and you can cancel on your page at any time.',
    nameUntil: (days: number) =>
      `${days === 1 ? '1 day' : `${days} days`} after the night, then erased automatically. The totals stay, without names`,
    place: 'Your place on the list',
    placeWhy:
      'When you join, your browser remembers your code and your page, to show them if you come back. This stays on your device.',
    placeUntil: 'Until noon of the next day, or until you cancel',
  },
} satisfies Record<Language, object>

export const load = async (reader: Reader) => ({ days: await readRetentionDays(reader) })

export default function PrivacyGuests({ data }: { data: Awaited<ReturnType<typeof load>> }) {
  const words = texts[useLanguage()]
  return (
    <>
      <PrivacyRecord what={words.name} why={words.nameWhy} until={words.nameUntil(data.days)} />
      <PrivacyRecord what={words.place} why={words.placeWhy} until={words.placeUntil} />
    </>
  )
}
