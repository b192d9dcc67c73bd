/** The record on /privacidad about addresses that do not exist. */
import type { Language } from '../../../platform/shared/languages.ts'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import { PrivacyRecord } from '../../privacy/public/exports/privacy-record.tsx'
import { UNKNOWN_KEPT_DAYS } from '../shared/redirect-limits.ts'

const texts = {
  es: {
    what: 'Qué páginas no existen',
    why: 'Si un enlace lleva a una página que no está, contamos cuántas veces se pidió esa dirección, para poder arreglarlo. Sin lo que sigue al signo de pregunta, y sin vos adentro: ni dirección de red, ni navegador, ni cookie. Si tu navegador pide que no lo sigan (DNT o Sec-GPC), no contamos.',
    until: `${UNKNOWN_KEPT_DAYS} días desde la última vez`,
  },
  en: {
    what: 'Which pages do not exist',
    why: 'When a link leads to a page that is not there, we count how often that address was requested, so that we can mend it. Without what follows the question mark, and without you in it: no network address, no browser, no cookie. If your browser asks not to be followed (DNT or Sec-GPC), we do not count.',
    until: `${UNKNOWN_KEPT_DAYS} days from the last time`,
  },
} satisfies Record<Language, object>

export const load = async () => ({})

export default function PrivacyUnknown() {
  return <PrivacyRecord {...texts[useLanguage()]} />
}
