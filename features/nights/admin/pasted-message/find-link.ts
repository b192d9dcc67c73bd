/** Finds the link of the tickets in the lines of a message. */
import { completeLink } from '../../../../platform/shared/complete-link.ts'
import { fold } from '../../../../platform/shared/text/fold.ts'

const SALES =
  /passline|venti\.|eventbrite|\bra\.co\/events|residentadvisor|dice\.fm|ticket|livepass|alpogo|entrad|wegow|fever|xceed|fourvenues|welcu|joinnus|boleti|boletos|shotgun|enigma|sympla|bombo|eventos?\.|billetto|skiddle|see\.tickets|allaccess|plateanet|articket|norteticket|reservas|tienda/i
const OTHER_SITE =
  /instagram\.|facebook\.|fb\.me|maps\.|goo\.gl|google\.|soundcloud\.|spotify\.|youtu|mixcloud\.|bandcamp\.|tiktok\.|twitter\.|\bx\.com|discogs|beatport|wa\.me|whatsapp\.|t\.me|waze\.|ra\.co\/(?:dj|clubs|promoters)|apple\.|drive\./i
const WORDS =
  /\b(?:entradas?|tickets?|boletos?|anticipadas?|preventas?|compra|compras|comprar|venta|ingressos?|buy|presale|sacala|conseguilas?|adquirilas?)\b/
const ADDRESS = /(?:https?:\/\/|www\.)\S+|(?<![@\p{L}\d.])(?:[a-z\d-]+\.)+[a-z]{2,}\/\S+/giu

export interface FoundLink {
  url: string
  /** Index of the line. */
  line: number
}

/** Returns the link of the tickets. null for a message without one */
export function findLink(lines: readonly string[]): FoundLink | null {
  const found = lines.flatMap((line, index) =>
    (line.match(ADDRESS) ?? []).flatMap((typed) => {
      const url = completeLink(typed)
      if (!/^https?:\/\//.test(url)) return []
      const near = [lines[index - 1] ?? '', line].map((one) => fold(one.replace(ADDRESS, ' ')))
      const score =
        (SALES.test(url) ? 3 : 0) +
        (WORDS.test(near[1] ?? '') ? 2 : WORDS.test(near[0] ?? '') ? 1 : 0) -
        (OTHER_SITE.test(url) ? 4 : 0)
      return [{ url, line: index, score }]
    }),
  )
  const best = Math.max(...found.map(({ score }) => score))
  const link = found.find(({ score }) => score === best)
  return link && link.score >= 0 ? { url: link.url, line: link.line } : null
}
