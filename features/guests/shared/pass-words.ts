/** Words that the own page of a guest and its picture have in common. */
import type { Language } from '../../../platform/shared/languages.ts'

export const passWords = {
  es: { code: 'Tu código', doors: 'puertas', afterwards: 'después', withNobody: 'Sin acompañantes' },
  en: { code: 'Your code', doors: 'doors', afterwards: 'after that', withNobody: 'Nobody else' },
} as const satisfies Record<Language, object>
