import type { Language } from '../../../platform/shared/languages.ts'

/** Texts of the settings group `visit`, in the order in which pages show them. */
export const visitFields = [
  'admission',
  'lastEntrance',
  'reentry',
  'payment',
  'cloakroom',
  'food',
  'accessibility',
  'transport',
] as const

export type VisitField = (typeof visitFields)[number]

interface VisitTexts extends Record<VisitField, string> {
  title: string
  tonightOnly: string
  questions: string
  whatsapp: string
  openMap: string
  copyAddress: string
  addressCopied: string
  addressNotCopied(address: string): string
}

export const visitTexts: Record<Language, VisitTexts> = {
  es: {
    title: 'Antes de venir',
    tonightOnly: 'Solo esta noche',
    admission: 'Quién entra',
    lastEntrance: 'Última entrada',
    reentry: 'Salir y volver a entrar',
    payment: 'Cómo se paga',
    cloakroom: 'Guardarropa',
    food: 'Comida y agua',
    accessibility: 'Accesibilidad',
    transport: 'Venir y volver',
    questions: 'Preguntas',
    whatsapp: 'Escribir por WhatsApp',
    openMap: 'Abrir el mapa',
    copyAddress: 'Copiar la dirección',
    addressCopied: 'Dirección copiada',
    addressNotCopied: (address) => `No pudimos copiarla. La dirección es ${address}`,
  },
  en: {
    title: 'Before you come',
    tonightOnly: 'This night only',
    admission: 'Who gets in',
    lastEntrance: 'Last entry',
    reentry: 'Going out and coming back',
    payment: 'Paying',
    cloakroom: 'Cloakroom',
    food: 'Food and water',
    accessibility: 'Accessibility',
    transport: 'Getting here and home',
    questions: 'Questions',
    whatsapp: 'Message us on WhatsApp',
    openMap: 'Open the map',
    copyAddress: 'Copy the address',
    addressCopied: 'Address copied',
    addressNotCopied: (address) => `We could not copy it. The address is ${address}`,
  },
}
