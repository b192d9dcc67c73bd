/**
 * Layout of share images. `PageCard` shows the title of a page, repeated in other widths of the font. `NewsCard` shows the
 * photo of a news item, and its title from margin to margin. `NightCard` and `NightPoster` show the whole flyer of a night,
 * with date, title and stamp. Sizes are in px.
 */
import { createElement } from 'react'
import { type ShareFormat, shareFormats } from '../../../platform/content/shared/share-set.ts'
import { INK } from '../../../platform/shared/colours.ts'
import {
  type Box,
  CAPTION_HEIGHT,
  Caption,
  type CaptionProps,
  Frame,
  GAP,
  LASER,
  Laser,
  Line,
  type MeasuredText,
  MONO_ADVANCE,
  Mono,
  type Size,
  Stamp,
  Title,
} from './card-parts.ts'
import { computeLineHeight } from './fonts.ts'
import { breakLines, type FittedLine, repeatLines } from './title-lines.ts'

const { preview: PREVIEW } = shareFormats
const MARGIN = 40
const MEASURE = PREVIEW.width - 2 * MARGIN
const CAPTION_TOP = 37
/** Distance of the title of a page from the top. */
const TYPE_TOP = 92

/** The margins of a format, and the size of its small text as a multiple of the size in the preview. */
interface Room {
  margin: number
  /** Top margin. In a story it is large, because apps lay their own buttons over the top and the foot. */
  top: number
  bottom: number
  scale: number
}

const rooms: Record<ShareFormat, Room> = {
  preview: { margin: MARGIN, top: CAPTION_TOP, bottom: MARGIN, scale: 1 },
  post: { margin: 56, top: 56, bottom: 56, scale: 1.5 },
  story: { margin: 56, top: 250, bottom: 250, scale: 1.5 },
}

/** Foot margin of a post. Profiles crop posts to a square, so the title must be above the part that is cut off. */
const POST_FOOT = 152

/** Opacity of the title of a page, and of each repetition below it. */
const DECAY = [1, 0.3, 0.16, 0.09, 0.06]

interface CardProps extends MeasuredText {
  caption: CaptionProps
}

export function PageCard({ text, measures, caption }: CardProps) {
  // The gap above the laser is 6 px wider than the gaps between lines.
  const height = PREVIEW.height - MARGIN - TYPE_TOP - 6
  const room = { measure: MEASURE, height, gap: GAP, most: DECAY.length }
  const [word, ...rest] = repeatLines(text, measures, room).map((line, row) =>
    createElement(Line, { key: row, ...line, opacity: DECAY[row], gap: row > 1 ? GAP : 0 }),
  )
  return createElement(
    Frame,
    { ...PREVIEW, padding: `${TYPE_TOP}px ${MARGIN}px ${MARGIN}px`, background: INK },
    word,
    word &&
      createElement(Laser, {
        accent: caption.accent,
        above: 10,
        below: 10,
        width: PREVIEW.width,
        margin: MARGIN,
      }),
    rest,
    createElement(Caption, { ...caption, top: CAPTION_TOP, x: MARGIN, width: MEASURE }),
  )
}

/** Maximum number of lines of a news title in each format. */
const TITLE_LINES: Record<ShareFormat, number> = { preview: 5, post: 7, story: 8 }
const TITLE_HEIGHT: Record<ShareFormat, number> = { preview: 0.52, post: 0.46, story: 0.4 }

interface NewsCardProps extends CardProps {
  format: ShareFormat
  hasPhoto: boolean
}

export function NewsCard({ text, measures, caption, format, hasPhoto }: NewsCardProps) {
  const { width, height } = shareFormats[format]
  const { margin, top, bottom, scale } = rooms[format]
  const measure = width - 2 * margin
  const room = {
    measure,
    height: Math.round(height * TITLE_HEIGHT[format]),
    gap: GAP,
    most: TITLE_LINES[format],
  }
  return createElement(
    Frame,
    {
      width,
      height,
      padding: `0 ${margin}px ${format === 'post' ? POST_FOOT : bottom}px`,
      isAtFoot: true,
      background: hasPhoto ? 'transparent' : INK,
    },
    createElement(Laser, { accent: caption.accent, above: 0, below: (GAP * scale) / 2, width, margin }),
    createElement(Title, { lines: breakLines(text, measures, room) }),
    createElement(Caption, { ...caption, top, x: margin, width: measure, scale }),
  )
}

/** The place of a flyer in the picture, and the area around it that its colours fill. */
export interface FlyerPlacement {
  flyer: Box | null
  /** The area that is filled with the colours of the flyer. It contains the flyer. */
  ground: Box
  /** True: one dark colour fills the area. Otherwise it has bands in the colours of the flyer's edges. */
  isCalm?: boolean
}

/** @returns the largest box of the flyer's shape that fits the room, centred */
function fitFlyer(flyer: Size, room: Box): Box {
  const scale = Math.min(room.width / flyer.width, room.height / flyer.height)
  const width = Math.max(1, Math.round(flyer.width * scale))
  const height = Math.max(1, Math.round(flyer.height * scale))
  return {
    left: room.left + Math.round((room.width - width) / 2),
    top: room.top + Math.round((room.height - height) / 2),
    width,
    height,
  }
}

/** Minimum and maximum width of the flyer's area in a preview, beside the words. */
const GROUND_WIDTHS = [400, PREVIEW.height] as const
/** Space between the words and the flyer. */
const GUTTER = 44
const DATE_SIZE = 76
/** Maximum number of lines of a night's name. */
const NAME_LINES = 6

export interface NightProps extends CardProps {
  /** The date, short enough for one line. */
  date: string
  stamp: MeasuredText | null
  /** Names of artists, in the order in which they play. */
  lineup: string[]
  flyer: Size | null
}

/** Places a flyer at the right edge of a preview, as high as the preview. */
export function placeFlyer(flyer: Size | null): FlyerPlacement {
  if (!flyer)
    return { flyer: null, ground: { left: PREVIEW.width, top: 0, width: 0, height: PREVIEW.height } }
  const [least, most] = GROUND_WIDTHS
  const width = Math.max(least, Math.min(most, Math.round((flyer.width * PREVIEW.height) / flyer.height)))
  const ground = { left: PREVIEW.width - width, top: 0, width, height: PREVIEW.height }
  return { flyer: fitFlyer(flyer, ground), ground }
}

/** Returns the largest size at which a line of Chivo Mono fits. */
const monoSize = (text: string, measure: number, most: number): number =>
  Math.min(most, measure / (Math.max(1, text.length) * MONO_ADVANCE))

/** The preview of a link to a night: words on the left, the flyer on the right. */
export function NightCard({ text, measures, date, stamp, flyer, caption }: NightProps) {
  const { ground } = placeFlyer(flyer)
  const edge = ground.left
  const measure = edge - MARGIN - (flyer ? GUTTER : MARGIN)
  // Without a flyer the stamp is beside the date, so the words get less width.
  const beyond = stamp && !flyer ? STAMPS.preview.width + GUTTER : 0
  const dateSize = monoSize(date, measure - beyond, DATE_SIZE)
  const above = TYPE_TOP + dateSize + LASER + 2 * GAP
  const room = { measure, height: PREVIEW.height - MARGIN - above, gap: GAP, most: NAME_LINES }
  return createElement(
    Frame,
    {
      ...PREVIEW,
      padding: `0 ${MARGIN}px ${MARGIN}px`,
      isAtFoot: true,
      background: flyer ? 'transparent' : INK,
    },
    createElement(Mono, { text: date, size: dateSize }),
    createElement(Laser, { accent: caption.accent, above: GAP, below: GAP, width: edge, margin: MARGIN }),
    createElement(Title, { lines: breakLines(text, measures, room) }),
    stamp && createElement(Stamp, { ...stamp, ...placeStamp('preview', ground), accent: caption.accent }),
    createElement(Caption, { ...caption, top: CAPTION_TOP, x: MARGIN, width: MEASURE, measure }),
  )
}

/** Maximum width of a stamp, and height of its letters. */
const STAMPS: Record<ShareFormat, Size> = {
  preview: { width: 390, height: 76 },
  post: { width: 700, height: 130 },
  story: { width: 780, height: 150 },
}
/** Position of the stamp's top, as a share of the height of the flyer's area. Flyers rarely have their title there. */
const STAMP_TOP = 0.64
/** Position of the stamp's top without a flyer, as a share of the height of the picture. */
const STAMP_ABOVE = 0.06

/** Places a stamp on the flyer's area, so that it never covers the title of the night. */
function placeStamp(format: ShareFormat, ground: Box): Size & { left: number; top: number } {
  const most = STAMPS[format]
  const whole = shareFormats[format]
  if (ground.width === 0) {
    const { margin, top } = rooms[format]
    return { ...most, left: whole.width - margin - most.width, top: top + whole.height * STAMP_ABOVE }
  }
  const width = Math.min(most.width, ground.width - 2 * GAP)
  return {
    width,
    height: most.height,
    left: ground.left + (ground.width - width) / 2,
    top: ground.top + ground.height * STAMP_TOP,
  }
}

type PosterFormat = Exclude<ShareFormat, 'preview'>

interface PosterType {
  /** Maximum number of lines of the title, and their maximum height together. The flyer gets the remaining height. */
  name: { lines: number; height: number }
  date: number
  lineup: { size: number; lines: number }
}

const posters: Record<PosterFormat, PosterType> = {
  post: { name: { lines: 5, height: 230 }, date: 84, lineup: { size: 34, lines: 2 } },
  story: { name: { lines: 6, height: 350 }, date: 96, lineup: { size: 42, lines: 3 } },
}
/** Maximum number of lines of the title when there is no flyer. */
const NAME_LINES_ALONE = 12
/** Space between the lines of the line-up. */
const LINEUP_LEADING = 14
/** Space between date, title and line-up. */
const APART = 28

/**
 * Maximum height of a flyer in a story: that of a flyer of 4:5, which fills the width. Only a date fits below it, because apps
 * cover the foot. The flyer itself has the other words.
 */
const STORY_FLYER_HEIGHT = 1350
/** Minimum height of the title in a story. With less room only the date is drawn. */
const NAME_LEAST = 90
/** Space above a date that is the only text. */
const DATE_GAP = 26

interface Poster extends FlyerPlacement {
  lines: FittedLine[]
  dateSize: number
  lineup: string[]
  isDateOnly: boolean
  /** The area that the stamp may cover. Default: `ground` */
  stampArea?: Box
}

/** Returns the height of the line-up, including the space above it. */
const lineupHeight = (format: PosterFormat, rows: number): number =>
  rows * (posters[format].lineup.size + LINEUP_LEADING) + (rows > 0 ? APART : 0)

/** Returns the height of everything below the title of a night: line-up and caption. */
function computeFootHeight(format: PosterFormat, rows: number): number {
  const { bottom, scale } = rooms[format]
  const least = format === 'post' ? POST_FOOT : 0
  return Math.max(bottom + CAPTION_HEIGHT * scale + APART + lineupHeight(format, rows), least)
}

/** The sizes with which a poster is laid out. px */
interface PosterRoom {
  /** Maximum font size of the date. */
  date: number
  /** Maximum number of lines. */
  lineupLines: number
  nameHeight: number
  /** True: the date is the only text. */
  isDateOnly: boolean
}

/** Divides the height below the flyer of a story. The title comes before the line-up. */
function divideStory(free: number): PosterRoom {
  const { date, name, lineup } = posters.story
  const fixed = LASER + APART + date + APART + CAPTION_HEIGHT * rooms.story.scale + APART
  if (free - fixed < NAME_LEAST)
    return { date: Math.min(date, free - DATE_GAP), lineupLines: 0, nameHeight: 0, isDateOnly: true }
  const getRest = (rows: number) => free - fixed - lineupHeight('story', rows)
  let lineupLines = lineup.lines
  while (lineupLines > 0 && getRest(lineupLines) < NAME_LEAST) lineupLines--
  return { date, lineupLines, nameHeight: Math.min(name.height, getRest(lineupLines)), isDateOnly: false }
}

/** Returns the height of a flyer that fills the width of a story. A flyer that would be too high gets the maximum height. */
const computeStoryFlyerHeight = (flyer: Size): number =>
  Math.min(STORY_FLYER_HEIGHT, Math.round((flyer.height * shareFormats.story.width) / flyer.width))

function choosePosterRoom(format: PosterFormat, flyer: Size | null): PosterRoom {
  const { date, lineup, name } = posters[format]
  const { top, bottom } = rooms.story
  return format === 'story' && flyer
    ? divideStory(shareFormats.story.height - top - bottom - computeStoryFlyerHeight(flyer))
    : { date, lineupLines: lineup.lines, nameHeight: name.height, isDateOnly: false }
}

/** Computes the layout of a poster from its foot upwards: line-up, title, date. The flyer gets the remaining height. */
export function layPoster(format: PosterFormat, { text, measures, date, lineup, flyer }: NightProps): Poster {
  const { width, height } = shareFormats[format]
  const { margin, top } = rooms[format]
  const measure = width - 2 * margin
  const type = posters[format]
  const sizes = choosePosterRoom(format, flyer)
  const letters = Math.floor(measure / (type.lineup.size * MONO_ADVANCE))
  const rows = wrapNames(lineup, letters, sizes.lineupLines)
  const dateSize = monoSize(date, measure, sizes.date)
  const foot = sizes.isDateOnly ? rooms[format].bottom : computeFootHeight(format, rows.length)
  const head = sizes.isDateOnly ? dateSize + DATE_GAP : LASER + APART + dateSize + APART
  const titleRoom = flyer
    ? { lines: type.name.lines, height: sizes.nameHeight }
    : { lines: NAME_LINES_ALONE, height: height - foot - head - top }
  const lines = sizes.isDateOnly
    ? []
    : breakLines(text, measures, { measure, height: titleRoom.height, gap: GAP, most: titleRoom.lines })
  const name = lines.reduce(
    (sum, line, row) => sum + line.size * computeLineHeight(line.text) + (row > 0 ? GAP : 0),
    0,
  )
  const edge = Math.round(height - foot - name - head)
  const ground = { left: 0, top: 0, width, height: edge }
  const layout = { lines, dateSize, lineup: rows, isDateOnly: sizes.isDateOnly }
  if (!flyer) return { ...layout, flyer: null, ground: { ...ground, width: 0 } }
  if (format !== 'story') return { ...layout, flyer: fitFlyer(flyer, ground), ground }
  // Short words leave space, which is divided above and below the flyer.
  const flyerHeight = computeStoryFlyerHeight(flyer)
  const flyerTop = top + Math.max(0, Math.round((edge - top - flyerHeight) / 2))
  const box = fitFlyer(flyer, {
    left: 0,
    top: flyerTop,
    width,
    height: Math.min(flyerHeight, edge - flyerTop),
  })
  return { ...layout, flyer: box, ground: { ...ground, height }, isCalm: true, stampArea: box }
}

/** A post or a story of a night: the flyer at the top, the words below it. */
export function NightPoster({ format, ...night }: NightProps & { format: PosterFormat }) {
  const { width, height } = shareFormats[format]
  const { margin, bottom, scale } = rooms[format]
  const measure = width - 2 * margin
  const { ground, stampArea = ground, lines, dateSize, lineup, isDateOnly } = layPoster(format, night)
  const { accent } = night.caption
  const { size } = posters[format].lineup
  return createElement(
    Frame,
    {
      width,
      height,
      padding: `0 ${margin}px ${isDateOnly ? bottom : computeFootHeight(format, lineup.length) - lineupHeight(format, lineup.length)}px`,
      isAtFoot: true,
      background: night.flyer ? 'transparent' : INK,
    },
    !isDateOnly && createElement(Laser, { accent, above: 0, below: APART, width, margin }),
    createElement(Mono, { text: night.date, size: dateSize }),
    !isDateOnly && createElement('div', { style: { height: APART, flexShrink: 0 } }),
    createElement(Title, { lines }),
    lineup.map((row, index) =>
      createElement(
        'div',
        {
          key: row,
          style: {
            display: 'flex',
            flexShrink: 0,
            marginTop: index === 0 ? APART : 0,
            height: size + LINEUP_LEADING,
          },
        },
        createElement(Mono, { text: row, size }),
      ),
    ),
    night.stamp && createElement(Stamp, { ...night.stamp, ...placeStamp(format, stampArea), accent }),
    !isDateOnly &&
      createElement(Caption, {
        ...night.caption,
        top: height - bottom - CAPTION_HEIGHT * scale,
        x: margin,
        width: measure,
        scale,
      }),
  )
}

/** Joins names into lines. When not all names fit, the last line ends with the number of the remaining names. */
function wrapNames(names: string[], letters: number, most: number): string[] {
  const rows: string[] = []
  if (most === 0) return rows
  for (const [index, name] of names.entries()) {
    const rest = names.length - index - 1
    const left = rest === 0 ? '' : ` y ${rest} más`
    const last = rows.at(-1)
    const joined = last === undefined ? null : `${last} · ${name}`
    // The last line needs room for the number of the remaining names.
    const isFull = (row: string) => row.length + (rows.length >= most ? left.length : 0) > letters
    if (joined !== null && !isFull(joined)) {
      rows[rows.length - 1] = joined
      continue
    }
    if (rows.length < most) {
      rows.push(name.length <= letters ? name : `${name.slice(0, letters - 1).trimEnd()}…`)
      continue
    }
    rows[rows.length - 1] = `${last} y ${rest + 1} más`
    break
  }
  return rows
}
