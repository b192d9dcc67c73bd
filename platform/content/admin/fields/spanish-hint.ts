/** Signs of a text that one can still look at beside what one writes. */
const SHOWN = 1_000

/** Beside a field in English: what there is to say. @param spanish in one line */
export function spanishHint(spanish: string): string {
  const text = spanish.trim()
  if (text === '') return 'En castellano no dice nada.'
  return `En castellano: «${text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text}»`
}
