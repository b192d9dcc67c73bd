/** Codes of countries (ISO 3166-1) by their Spanish and English names. */

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

const toKey = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()

/** Created at the first call, because it looks up 676 codes in each language. */
let codes: ReadonlyMap<string, string> | null = null

function createCodes(): ReadonlyMap<string, string> {
  const all = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  const names = ['es', 'en'].map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  )
  return new Map(
    all.flatMap((code) => {
      // Replaces the code of a former country by the current one, which has the same name: DD by DE.
      const current = new Intl.Locale(`und-${code}`).region ?? code
      return names.flatMap((inLanguage): [string, string][] => {
        const name = inLanguage.of(code)
        return name === undefined ? [] : [[toKey(name), current]]
      })
    }),
  )
}

/** @returns null for a name that is not known */
export function findCountryCode(name: string): string | null {
  codes ??= createCodes()
  return codes.get(toKey(name)) ?? null
}
