/** Draws a square cover, which podcast directories require. The repeated title fills its whole height. */
import { createElement } from 'react'
import satori from 'satori'
import sharp from 'sharp'
import { INK } from '../../../platform/shared/colours.ts'
import { TITLE_MAX } from '../../../platform/shared/limits.ts'
import { Line } from './card-parts.ts'
import { filterCharacters } from './characters.ts'
import { CHIVO_MONO, loadFonts, measureText } from './fonts.ts'
import { repeatLines } from './title-lines.ts'

/** Length of a side. Apple accepts 1400 to 3000. px */
const SIDE = 1400
const MARGIN = 80
const GAP = 30
const LASER = 8
const LABEL = 52
const QUALITY = 82
/** Opacity of the title, and of each repetition below it. */
const DECAY = [1, 0.32, 0.2, 0.12, 0.08, 0.05]

/** @param label small line above the title @param accent `#rrggbb` @returns a JPEG */
export async function squareCover(label: string, title: string, accent: string): Promise<Buffer> {
  const text = filterCharacters('archivo', title.slice(0, TITLE_MAX).toLocaleUpperCase('es'))
  const measures = await measureText(text)
  const room = {
    measure: SIDE - 2 * MARGIN,
    height: SIDE - 2 * MARGIN - LABEL - LASER - 3 * GAP,
    gap: GAP,
    most: DECAY.length,
  }
  const [first, ...rest] = repeatLines(text, measures, room)
  const cover = createElement(
    'div',
    {
      style: {
        display: 'flex',
        flexDirection: 'column',
        width: SIDE,
        height: SIDE,
        padding: MARGIN,
        backgroundColor: INK,
      },
    },
    createElement(
      'span',
      {
        style: {
          height: LABEL,
          marginBottom: GAP,
          fontFamily: CHIVO_MONO,
          fontSize: LABEL,
          lineHeight: 1,
          color: accent,
        },
      },
      label,
    ),
    first && createElement(Line, { ...first, gap: 0 }),
    createElement('div', {
      style: { width: SIDE, height: LASER, margin: `${GAP}px 0 0 -${MARGIN}px`, backgroundColor: accent },
    }),
    rest.map((line, row) => createElement(Line, { key: row, ...line, opacity: DECAY[row + 1], gap: GAP })),
  )
  const drawn = await satori(cover, { width: SIDE, height: SIDE, fonts: loadFonts() })
  return sharp(Buffer.from(drawn)).removeAlpha().jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer()
}
