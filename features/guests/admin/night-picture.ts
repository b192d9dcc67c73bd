/** Draws the summary of a night as a picture, to send it where no text fits. */
import { BONE, INK } from '../../../platform/shared/colours.ts'
import type { NightSummary } from './night-summary.ts'

const GREY = '#a3a19c'
const DARK_GREY = '#3a3a3c'
const WIDTH = 1080
const MARGIN = 64
const INNER = WIDTH - 2 * MARGIN
const TEXT_PX = 34
const LINE_PX = 50
const TITLE_PX = 48
const BAR_PX = 8
/** Space between the label and the value of a row. */
const GAP = 24

interface Line {
  /** Height of the line. */
  height: number
  draw(y: number): void
}

/** @throws when the browser cannot write a PNG */
export async function drawNight(summary: NightSummary): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  let lines = layOut(getContext(canvas), summary)
  // A new height empties the canvas and resets its state.
  canvas.height = 2 * MARGIN + lines.reduce((sum, { height }) => sum + height, 0)
  const context = getContext(canvas)
  context.fillStyle = INK
  context.fillRect(0, 0, canvas.width, canvas.height)
  lines = layOut(context, summary)
  let y = MARGIN
  for (const { height, draw } of lines) {
    draw(y + height)
    y += height
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}

function getContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.textBaseline = 'alphabetic'
  return context
}

function layOut(context: CanvasRenderingContext2D, { title, lead, sections }: NightSummary): Line[] {
  const family = getComputedStyle(document.body).fontFamily
  const use = (px: number, weight: number) => {
    context.font = `${weight} ${px}px ${family}`
  }

  const text = (words: string, px: number, weight: number, colour: string): Line[] => {
    use(px, weight)
    return wrap(context, words).map((line) => ({
      height: px * 1.45,
      draw(y) {
        use(px, weight)
        context.fillStyle = colour
        context.fillText(line, MARGIN, y - px * 0.4)
      },
    }))
  }

  const row = ({ label, value, part }: NightSummary['sections'][number]['rows'][number]): Line => ({
    height: LINE_PX + (part === undefined ? 0 : 2 * BAR_PX),
    draw(bottom) {
      const y = bottom - (part === undefined ? 0 : 2 * BAR_PX) - LINE_PX * 0.3
      use(TEXT_PX, 700)
      const space = context.measureText(value).width
      context.fillStyle = BONE
      context.fillText(value, WIDTH - MARGIN - space, y)
      use(TEXT_PX, 400)
      context.fillText(cutToWidth(context, label, INNER - space - GAP), MARGIN, y)
      if (part === undefined) return
      context.fillStyle = DARK_GREY
      context.fillRect(MARGIN, bottom - 2 * BAR_PX, INNER, BAR_PX)
      context.fillStyle = BONE
      context.fillRect(MARGIN, bottom - 2 * BAR_PX, INNER * part, BAR_PX)
    },
  })

  const space: Line = { height: LINE_PX * 0.8, draw: () => {} }
  return [
    ...text(title, TITLE_PX, 800, BONE),
    space,
    ...lead.flatMap((words) => text(words, TEXT_PX, 400, BONE)),
    ...sections.flatMap((section) => [
      space,
      ...text(section.title, TEXT_PX, 700, GREY),
      ...section.rows.map(row),
    ]),
  ]
}

/** Splits words into lines of the picture's width. */
function wrap(context: CanvasRenderingContext2D, words: string): string[] {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last === undefined || context.measureText(longer).width > INNER) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines.map((line) => cutToWidth(context, line, INNER))
}

/** Cuts a text to a width. */
function cutToWidth(context: CanvasRenderingContext2D, words: string, width: number): string {
  const letters = [...words]
  while (letters.length > 1 && context.measureText(letters.join('')).width > width) letters.splice(-2, 2, '…')
  return letters.join('')
}
