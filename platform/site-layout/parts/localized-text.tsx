import { langOf } from '../language.ts'

/** A text inside of another: an element of its own only where it is in another language. */
export function Spoken<N extends string>({
  said,
  name,
}: {
  said: { spanish: readonly string[] } & { readonly [K in N]: string | null }
  name: N
}) {
  const lang = langOf(said, name)
  return lang ? <span lang={lang}>{said[name]}</span> : said[name]
}
