/** Measures the parser of pasted names. */
import { median } from './process-figures.ts'

type Parse = (text: string) => unknown

/** The address is no literal, because a club can be without guest lists. */
const PARSER = new URL('../../features/guests/shared/pasted-names/parse-names.ts', import.meta.url).href

const TIMES = 15
/** A list as it comes from a chat: each kind of line once. */
const LINES = [
  '1. Ana Gómez +2 (pagó)',
  '[22/11/26, 21:03:15] Mica: Tomi x3',
  'Inés & Juan Cruz',
  'Leo Sol 30.123.456',
  'Lucía y su novio, llega tarde',
  'dale te paso la lista',
  'Flor (2)',
  '7️⃣ *Fede Luz +1* ✅',
  'Gómez, Ana',
  'https://example.com/lista',
]
/** Texts whose repetition costs a careless expression most. */
const WORST = [
  '+ ',
  '1 ',
  '(',
  ' y novio',
  'a, ',
  '🔥',
  '"',
  ';',
  '\t',
  'Ana y ',
  'x3 ',
  'a-',
  'e\u0301\u0301',
  '1.234.567 ',
]
const LINE_BYTES = 64_000

function measure(parse: Parse, text: string): number {
  const times = Array.from({ length: TIMES }, () => {
    const begin = performance.now()
    parse(text)
    return performance.now() - begin
  })
  return median(times)
}

/** Returns the time of 1,000 lines, and of the worst line of 64 kB. ms, medians */
export async function measurePastedNames(): Promise<{ thousandMs: number; worstMs: number }> {
  const { parsePastedNames }: { parsePastedNames: Parse } = await import(PARSER)
  const thousand = Array.from({ length: 1_000 }, (_, index) => LINES[index % LINES.length]).join('\n')
  const worst = WORST.map((part) =>
    measure(parsePastedNames, part.repeat(Math.floor(LINE_BYTES / part.length))),
  )
  return { thousandMs: measure(parsePastedNames, thousand), worstMs: Math.max(...worst) }
}
