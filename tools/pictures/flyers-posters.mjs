/**
 * The posters of the demo club: six flyers (each drawn twice, as a poster and as a small square for the grid), six
 * podcast sleeves and six episode sleeves. Each poster has one idea, in the type or in the geometry. All drawings have a
 * board of 1000 by 1000. Black is ink, and white removes ink.
 */
import { club } from '../../club/club.ts'
import { clouds, random } from './flyers-press.mjs'

const NAME = club.name.toUpperCase()
const WHERE = `${club.address.street}, ${club.neighbourhood}`.toUpperCase()
const DOORS = '23:59'

const n = (value) => Math.round(value * 100) / 100
const each = (count, draw) => Array.from({ length: count }, (_, i) => draw(i)).join('')

/** Returns SVG of a line of text whose capitals fill the box. */
const justify = (x, y, w, h, text, { weight = 900, fill = '#000', extra = '' } = {}) =>
  `<text data-fit="${x} ${y} ${w} ${h}" fill="${fill}" style="font-weight:${weight}" ${extra}>${text}</text>`
/** Returns SVG of a line of text of fixed size. */
const line = (
  x,
  y,
  size,
  text,
  { weight = 800, width = 100, fill = '#000', anchor = 'start', extra = '' } = {},
) =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" style="font-weight:${weight};font-stretch:${width}%" ${extra}>${text}</text>`
const mono = (x, y, size, text, { weight = 500, fill = '#000', anchor = 'start', extra = '' } = {}) =>
  `<text class="mono" x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" style="font-weight:${weight}" ${extra}>${text}</text>`
const rect = (x, y, w, h, fill = '#000') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"/>`
const disc = (x, y, r, fill = '#000') => `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"/>`
const path = (d, { fill = '#000', stroke = 'none', width = 0, cap = 'butt', join = 'round' } = {}) =>
  `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${width}" stroke-linecap="${cap}" stroke-linejoin="${join}"/>`
const polygon = (points, fill = '#000') =>
  `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="${fill}"/>`
const polar = (cx, cy, r, degrees) => [
  cx + r * Math.cos((degrees * Math.PI) / 180),
  cy + r * Math.sin((degrees * Math.PI) / 180),
]

// ---------------------------------------------------------------- flyers

/** Flyer about the south-westerly wind. The word is cut into slats, and each slat is shifted by a gust. */
function pampero(grid) {
  const slats = 44
  const bottom = grid ? 1000 : 860
  const half = bottom / 2
  const blown = (phase, force) =>
    each(slats, (i) => {
      const y = (i / slats) * bottom
      const h = bottom / slats
      const gust = clouds(i / 8, phase, 40, 2) ** 2.2
      const stretch = 1 + force * gust
      return `<clipPath id="s${phase}-${i}"><rect x="-10" y="${n(y)}" width="1020" height="${n(h - 2.2)}"/></clipPath>
        <g clip-path="url(#s${phase}-${i})"><g transform="translate(${n(gust * force * 46)} 0) scale(${n(stretch)} 1)">
        ${justify(30, 30, 880, half - 44, 'PAM')}${justify(30, half + 14, 880, half - 44, 'PERO')}</g></g>`
    })
  return {
    paper: '#F1E9D8',
    seed: 11,
    inks: [
      { colour: '#FFC21A', drawing: blown(3, 1.5), shift: [4, -3], wear: 0.5 },
      {
        colour: '#1A45B0',
        shift: [-3, 3],
        drawing:
          blown(9, 0.5) +
          (grid
            ? ''
            : line(36, 930, 46, 'RESIDENTES', { weight: 900, width: 112 }) +
              line(36, 972, 46, 'TODA LA NOCHE', { weight: 900, width: 76 }) +
              mono(962, 918, 23, `${DOORS}`, { anchor: 'end', weight: 700 }) +
              mono(962, 945, 23, WHERE, { anchor: 'end' }) +
              mono(962, 972, 23, NAME, { anchor: 'end', weight: 700 })),
      },
    ],
  }
}

/** Flyer about forty minutes of kick drum. Sound waves change colour inside the shape of the number. */
function anniversary(grid) {
  const cx = 648
  const cy = grid ? 640 : 600
  const rings = (from, gap, thick) =>
    each(
      40,
      (i) =>
        `<circle cx="${cx}" cy="${cy}" r="${n(from + i * gap)}" fill="none" stroke="#000" stroke-width="${thick}"/>`,
    )
  const number = (fill) => justify(-14, 20, 1028, grid ? 960 : 884, '128', { fill })
  const inside = `<mask id="in">${rect(0, 0, 1000, 1000)}${number('#fff')}</mask>`
  const outside = `<mask id="out">${rect(0, 0, 1000, 1000, '#fff')}${number('#000')}</mask>`
  return {
    paper: '#EFEBE0',
    seed: 12,
    inks: [
      {
        colour: '#FF7A00',
        drawing: `${inside}<g mask="url(#in)">${rect(0, 0, 1000, 1000)}</g>`,
        shift: [-4, 2],
        wear: 0.45,
      },
      {
        colour: '#141414',
        drawing: `${inside}${outside}<g mask="url(#out)">${rings(16, 40, 20)}</g><g mask="url(#in)">${rings(36, 40, 9)}</g>${
          grid
            ? ''
            : rect(0, 922, 1000, 78, '#fff') +
              line(30, 975, 38, 'CUARENTA MINUTOS DE BOMBO SOLO', { weight: 900, width: 72 }) +
              mono(970, 958, 19, `ANIVERSARIO  ${NAME}  ${DOORS}`, { anchor: 'end', weight: 700 }) +
              mono(970, 981, 19, WHERE, { anchor: 'end' })
        }`,
        wear: 0.35,
      },
    ],
  }
}

/** Flyer of a clock hand from midnight to six, in six transparent inks. Their overlaps are the hours. */
function sixHours(grid) {
  const cx = 0
  const cy = 500
  const lap = 0.6
  const wedge = (from, to) => {
    const arc = Array.from({ length: 31 }, (_, k) =>
      polar(cx, cy, 1400, -90 + from * 30 - lap + ((to - from) * 30 + 2 * lap) * (k / 30)),
    )
    return polygon([[cx, cy], ...arc])
  }
  const seis = (fill) =>
    grid ? justify(330, 50, 640, 330, 'SEIS', { fill }) : justify(340, 44, 624, 300, 'SEIS', { fill })
  const dial = disc(cx, cy, 118, '#fff')
  // The print fades with the hours: nearly solid at one o'clock, empty at six.
  const thick = [19, 13.5, 8.5, 4.5, 1.6, 0]
  const night = each(6, (hour) =>
    thick[hour] === 0
      ? ''
      : each(58, (k) => {
          const r = 130 + k * 22
          const [x1, y1] = polar(cx, cy, r, -90 + hour * 30)
          const [x2, y2] = polar(cx, cy, r, -60 + hour * 30)
          return `<path d="M ${n(x1)} ${n(y1)} A ${r} ${r} 0 0 1 ${n(x2)} ${n(y2)}" fill="none" stroke="#000" stroke-width="${thick[hour]}"/>`
        }),
  )
  return {
    paper: '#F4EFE4',
    seed: 13,
    inks: [
      { colour: '#FFC81F', drawing: wedge(2, 5) + dial + seis('#fff'), shift: [3, -2], wear: 0.45 },
      { colour: '#3FA7E0', drawing: wedge(0, 3) + dial + seis('#fff'), shift: [-2, 3], wear: 0.45 },
      { colour: '#FF5A4F', drawing: wedge(4, 6) + dial, shift: [4, 2], wear: 0.45 },
      {
        colour: '#14123C',
        wear: 0.3,
        drawing: `${night}${seis('#fff')}${
          grid
            ? justify(330, 620, 640, 330, 'HORAS')
            : `${justify(340, 656, 624, 300, 'HORAS')}
               ${rect(340, 404, 624, 192, '#fff')}
               ${line(364, 490, 88, 'KATRIN', { weight: 300, width: 125 })}${line(364, 570, 88, 'VOGELSANG', { weight: 900, width: 84 })}
               ${mono(942, 462, 21, NAME, { anchor: 'end', weight: 700 })}
               ${rect(30, 868, 250, 104, '#fff')}
               ${mono(46, 902, 20, `${DOORS} A 05:59`, { weight: 700 })}${mono(46, 928, 20, club.address.street.toUpperCase())}${mono(46, 954, 20, club.neighbourhood.toUpperCase())}`
        }${each(6, (i) => {
          const [x, y] = polar(cx, cy, 84, -75 + i * 30)
          return mono(x + 4, y + 10, 29, String(i + 1), { anchor: 'middle', weight: 800 })
        })}`,
      },
    ],
  }
}

/** Flyer whose letters get dark one after the other. The last one is printed black on black, beside a torch. */
function blackout(grid) {
  const letters = ['A', 'P', 'A', 'G', 'Ó', 'N']
  const top = grid ? 40 : 40
  const h = grid ? 440 : 400
  const thick = [1, 0.62, 0.4, 0.22, 0.1, 0]
  const plate = letters
    .map((letter, i) => {
      const x = 36 + (i % 3) * 316
      const y = top + Math.floor(i / 3) * (h + 36)
      if (thick[i] === 0) return ''
      const glyph = justify(
        x,
        y + (letter === 'Ó' ? h * 0.2 : 0),
        296,
        letter === 'Ó' ? h * 0.8 : h,
        letter,
        {
          fill: '#fff',
        },
      )
      const pitch = 12.5
      return `<mask id="m${i}">${glyph}</mask><g mask="url(#m${i})">${
        thick[i] === 1
          ? rect(x - 20, y - 20, 340, h + 40)
          : each(Math.ceil((h + 60) / pitch), (k) => rect(x - 20, y - 20 + k * pitch, 340, pitch * thick[i]))
      }</g>`
    })
    .join('')
  return {
    paper: '#0C0C0E',
    seed: 14,
    grain: 1.4,
    inks: [
      { colour: '#232327', opaque: true, wear: 0.2, drawing: justify(36 + 632, top + h + 36, 296, h, 'N') },
      { colour: '#EDE8DC', opaque: true, wear: 0.45, drawing: plate },
      {
        colour: '#D8FF2A',
        opaque: true,
        wear: 0.25,
        drawing: `${disc(928, top + h + 36 + h - 34, 15)}${
          grid
            ? ''
            : `${line(36, 958, 56, 'TRÁNSITO', { weight: 900, width: 62 })}${line(298, 958, 56, 'MICA OYOLA', { weight: 900, width: 62 })}`
        }`,
      },
      {
        colour: '#EDE8DC',
        opaque: true,
        wear: 0.2,
        drawing: grid
          ? ''
          : `${mono(964, 912, 20, `${NAME}  ${DOORS}`, { anchor: 'end', weight: 700 })}${mono(964, 935, 20, WHERE, { anchor: 'end' })}${mono(964, 958, 20, 'NO SE PRENDE NADA', { anchor: 'end' })}`,
      },
    ],
  }
}

/** Flyer on which one continuous thread forms the word. */
function lana(grid) {
  const columns = 40
  const w = 1000 / columns
  const h = grid ? 20 : 17.6
  const rows = grid ? 50 : 49
  const glyphs = {
    L: ['#    ', '#    ', '#    ', '#    ', '#    ', '#    ', '#####'],
    A: [' ### ', '#   #', '#   #', '#####', '#   #', '#   #', '#   #'],
    N: ['#   #', '##  #', '##  #', '# # #', '#  ##', '#  ##', '#   #'],
  }
  const at = (letter, column, row) => glyphs[letter][Math.floor(row / 3)]?.[Math.floor(column / 3)] === '#'
  const pattern = (c, r) => {
    if (r === 1 || r === rows - 3) return (c + 2) % 4 < 2 ? 'pink' : 'green'
    for (const [letter, left, top] of [
      ['L', 4, 4],
      ['A', 21, 4],
      ['N', 4, 26],
      ['A', 21, 26],
    ])
      if (c >= left && c < left + 15 && r >= top && r < top + 21 && at(letter, c - left, r - top))
        return 'pink'
    return 'green'
  }
  const last = rows - 1
  const end = 23
  // A stitch has two strokes in a V. Its lower end is inside the stitch below.
  const stitch = (c, r) => {
    const x = c * w
    const y = r * h
    const stroke = `fill="none" stroke="#000" stroke-width="${n(w * 0.37)}" stroke-linecap="round"`
    return `<path d="M ${n(x + w * 0.2)} ${n(y + 1)} L ${n(x + w * 0.41)} ${n(y + h * 1.06)} M ${n(x + w * 0.8)} ${n(y + 1)} L ${n(x + w * 0.59)} ${n(y + h * 1.06)}" ${stroke}/>`
  }
  const knit = (colour) => {
    let out = ''
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++)
        if (!(r === last && c >= end && !grid) && pattern(c, r) === colour) out += stitch(c, r)
    return out
  }
  // Unravelled yarn keeps the crimp of its stitches.
  const y0 = last * h + h * 0.6
  const crimp = Array.from({ length: 150 }, (_, k) => {
    const t = k / 149
    const x = end * w + (1 - t) * 0 + t * (1030 - end * w)
    return `${k ? 'L' : 'M'} ${n(x)} ${n(y0 + 8 + t * 34 + Math.sin(k * 0.82) * 8)}`
  }).join(' ')
  return {
    paper: '#F2E8D2',
    seed: 15,
    inks: [
      { colour: '#FF8A9B', drawing: knit('pink'), shift: [2.5, 2], wear: 0.45 },
      {
        colour: '#0B5B3E',
        wear: 0.4,
        drawing: `${knit('green')}${
          grid
            ? ''
            : `${path(crimp, { fill: 'none', stroke: '#000', width: 8.5, cap: 'round' })}
               ${line(30, 944, 60, 'SARUBBI   ZALAZAR   LUMBRE', { weight: 900, width: 62 })}
               ${mono(30, 976, 20, `${NAME}  ${DOORS}`, { weight: 700 })}${mono(970, 976, 20, WHERE, { anchor: 'end' })}`
        }`,
      },
    ],
  }
}

/** Flyer of two cities as a figure eight, with the river between them. */
function basementEight(grid) {
  const top = [500, 300]
  const low = [500, 700]
  const ring = ([x, y], r, w) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#000" stroke-width="${w}"/>`
  const water = each(15, (i) => {
    const t = (i - 7) / 7
    const y = 500 + t * 150
    const thick = 15 * (1 - Math.abs(t)) + 1.4
    const wave = Array.from({ length: 41 }, (_, k) => {
      const x = k * 25
      return `${k ? 'L' : 'M'} ${x} ${n(y + Math.sin(k * 0.62 + i * 0.7) * 7 * (1 - Math.abs(t) * 0.5))}`
    }).join(' ')
    return path(wave, { fill: 'none', stroke: '#000', width: n(thick) })
  })
  const curve = (id, [x, y], r, text, upper) =>
    `<path id="${id}" fill="none" d="${upper ? `M ${x - r} ${y} A ${r} ${r} 0 0 1 ${x + r} ${y}` : `M ${x - r} ${y} A ${r} ${r} 0 0 0 ${x + r} ${y}`}"/>
     <text font-size="74" fill="#fff" text-anchor="middle" style="font-weight:900;font-stretch:100%;letter-spacing:.06em"><textPath href="#${id}" startOffset="50%">${text}</textPath></text>`
  return {
    paper: '#EDEFEA',
    seed: 16,
    inks: [
      { colour: '#FFD400', drawing: ring(low, 205, 150), shift: [3, 5], wear: 0.45 },
      { colour: '#00A3D9', drawing: ring(top, 205, 150), shift: [-4, -2], wear: 0.45 },
      {
        colour: '#11203F',
        wear: 0.35,
        drawing: grid
          ? `${water}${line(30, 118, 118, 'SÓTANO', { weight: 900, width: 62 })}${line(970, 970, 118, 'OCHO', { weight: 900, width: 62, anchor: 'end' })}`
          : `${water}
            ${line(36, 96, 82, 'SÓTANO', { weight: 900, width: 62 })}${line(36, 172, 82, 'OCHO', { weight: 900, width: 62 })}
            ${mono(964, 54, 21, NAME, { anchor: 'end', weight: 700 })}${mono(964, 80, 21, 'RECIBE', { anchor: 'end' })}
            ${mono(36, 946, 21, DOORS, { weight: 700 })}${mono(36, 970, 21, club.address.street.toUpperCase())}
            ${mono(964, 946, 21, 'DOS CABINAS', { anchor: 'end' })}${mono(964, 970, 21, 'UN RÍO', { anchor: 'end' })}`,
      },
      {
        colour: '#FBF8EE',
        opaque: true,
        wear: 0.15,
        drawing: grid
          ? ''
          : (
              curve('up', top, 180, 'MONTEVIDEO', true) + curve('down', low, 231, 'BUENOS AIRES', false)
            ).replaceAll('#fff', '#000'),
      },
    ],
  }
}

// ---------------------------------------------------------------- podcast sleeves

/** Sleeve with the circuit symbol of an open breaker: two halves of a circle that do not touch. */
function podcast041() {
  const half = (dx, dy, upper) =>
    path(`M ${110 + dx} ${470 + dy} A 330 330 0 0 ${upper ? 1 : 0} ${770 + dx} ${470 + dy} Z`)
  return {
    paper: '#E9E4D6',
    seed: 41,
    inks: [
      { colour: '#F2B705', drawing: half(40, -22, true), shift: [3, 2], wear: 0.5 },
      {
        colour: '#1D1B8F',
        wear: 0.4,
        drawing: `${half(118, 22, false)}${rect(0, 462, 158, 16)}${rect(880, 462, 120, 16)}
          ${line(36, 122, 118, '041', { weight: 900, width: 125 })}${line(40, 950, 128, 'EMA', { weight: 900, width: 125 })}
          ${line(962, 950, 128, 'SARUBBI', { weight: 900, width: 66, anchor: 'end' })}
          ${mono(960, 66, 22, NAME, { anchor: 'end', weight: 700 })}${mono(960, 94, 22, 'PODCAST', { anchor: 'end' })}${mono(960, 122, 22, '60 MIN', { anchor: 'end' })}`,
      },
    ],
  }
}

/** Sleeve with drops on a time scale. Each drop is heavier than the previous one. */
function podcast040() {
  const drop = (x, y, r) =>
    path(
      `M ${x} ${n(y - r * 2.3)} C ${n(x + r * 0.35)} ${n(y - r * 1.2)} ${n(x + r)} ${n(y - r * 0.6)} ${n(x + r)} ${n(y)} A ${n(r)} ${n(r)} 0 0 1 ${n(x - r)} ${n(y)} C ${n(x - r)} ${n(y - r * 0.6)} ${n(x - r * 0.35)} ${n(y - r * 1.2)} ${x} ${n(y - r * 2.3)} Z`,
    )
  const radii = [5, 9, 15, 24, 37, 56, 84]
  let y = 40
  const drops = radii
    .map((r) => {
      y += r * 2.3 + 6
      const out = drop(690, y, r)
      y += r
      return out
    })
    .join('')
  const pool = each(
    9,
    (i) =>
      `<ellipse cx="690" cy="968" rx="${60 + i * 66}" ry="${7 + i * 8}" fill="none" stroke="#000" stroke-width="${n(9 - i * 0.8)}"/>`,
  )
  return {
    paper: '#BFD7DC',
    seed: 42,
    inks: [
      { colour: '#5E8F9E', drawing: pool, wear: 0.4, shift: [2, -2] },
      {
        colour: '#0C1416',
        wear: 0.4,
        drawing: `${drops}
          ${line(0, 0, 262, 'ODD', { weight: 900, width: 125, extra: 'transform="translate(238 962) rotate(-90)"' })}
          ${line(0, 0, 100, 'HALVORSEN', { weight: 200, width: 62, extra: 'transform="translate(352 962) rotate(-90)"' })}
          ${mono(960, 62, 22, '040', { anchor: 'end', weight: 700 })}${mono(960, 90, 22, NAME, { anchor: 'end' })}${mono(960, 118, 22, 'PODCAST', { anchor: 'end' })}`,
      },
    ],
  }
}

/** Sleeve with twelve people on a floor for eight hundred. */
function podcast039() {
  const people = [
    [120, 180],
    [162, 214],
    [838, 132],
    [610, 300],
    [868, 420],
    [884, 472],
    [330, 420],
    [96, 610],
    [500, 560],
    [770, 640],
    [806, 622],
    [256, 668],
  ]
  return {
    paper: '#F7C600',
    seed: 43,
    inks: [
      {
        colour: '#15130C',
        wear: 0.35,
        drawing: `${people.map(([x, y]) => disc(x, y, 17)).join('')}
          ${path('M 560 740 H 960 V 40 H 40 V 740 H 440', { fill: 'none', stroke: '#000', width: 7, join: 'miter' })}
          ${justify(40, 792, 920, 118, 'MICA OYOLA', { weight: 900 })}
          ${mono(40, 962, 24, '039', { weight: 700 })}${mono(500, 962, 24, `${NAME}, 00:10, DOCE PERSONAS`, { anchor: 'middle' })}${mono(960, 962, 24, 'PODCAST', { anchor: 'end', weight: 700 })}`,
      },
    ],
  }
}

/** Sleeve with one line for each minute. Two lines are missing. */
function podcast038() {
  const missing = [37, 38]
  const lines = each(60, (i) => {
    if (missing.includes(i)) return ''
    const x = 48 + i * 15.3
    const left = []
    const right = []
    for (let y = 48; y <= 800; y += 8) {
      const r = Math.hypot(x - 620, y - 410)
      const swell = Math.exp(-(((r - 215) / 95) ** 2)) * 5.4 + Math.exp(-(((r - 520) / 90) ** 2)) * 3
      left.push([x - 0.8 - swell, y])
      right.unshift([x + 0.8 + swell, y])
    }
    return polygon([...left, ...right])
  })
  return {
    paper: '#F2D8CC',
    seed: 44,
    inks: [
      { colour: '#E8664A', drawing: disc(48 + 37.5 * 15.3, 830, 5), wear: 0.1 },
      {
        colour: '#123C46',
        wear: 0.4,
        drawing: `${lines}${line(44, 928, 84, 'NAOKO', { weight: 100, width: 125 })}${line(956, 928, 84, 'SHIRAI', { weight: 900, width: 125, anchor: 'end' })}
          ${mono(46, 968, 22, `038  ${NAME}  PODCAST`)}${mono(954, 968, 22, '58 + 2 MIN', { anchor: 'end', weight: 700 })}`,
      },
    ],
  }
}

/** Sleeve like the back of a city bus: filete, the painted scrollwork of old buses, around the number of the programme. */
function podcast037() {
  /** Returns a brush stroke along a spiral, fat in the middle and thin at both ends. */
  const volute = (x, y, r, from, turns, side, fat) => {
    const outer = []
    const inner = []
    const steps = 60
    for (let i = 0; i <= steps; i++) {
      const t = i / steps
      const angle = from + side * turns * 360 * t
      const radius = r * (1 - t) ** 0.75 + r * 0.08
      const w = fat * Math.sin(Math.PI * Math.min(1, t * 1.06 + 0.02)) ** 0.8
      outer.push(polar(x, y, radius + w / 2, angle))
      inner.unshift(polar(x, y, radius - w / 2, angle))
    }
    const [bx, by] = polar(x, y, r * 0.1, from + side * turns * 360)
    return { body: polygon([...outer, ...inner]) + disc(bx, by, fat * 0.62), outer, inner, eye: [bx, by] }
  }
  const leaf = (x, y, length, angle, bend) => {
    const [tx, ty] = polar(x, y, length, angle)
    const [ax, ay] = polar(x, y, length * 0.55, angle + bend)
    const [bx, by] = polar(x, y, length * 0.5, angle - bend * 0.25)
    return path(
      `M ${n(x)} ${n(y)} Q ${n(ax)} ${n(ay)} ${n(tx)} ${n(ty)} Q ${n(bx)} ${n(by)} ${n(x)} ${n(y)} Z`,
    )
  }
  const both = (drawing) => `${drawing}<g transform="translate(1000 0) scale(-1 1)">${drawing}</g>`
  const scrolls = [
    volute(170, 196, 118, 10, 1.35, -1, 28),
    volute(392, 140, 80, 190, 1.25, 1, 21),
    volute(170, 822, 118, -10, 1.35, 1, 28),
    volute(392, 878, 80, 170, 1.25, -1, 21),
  ]
  const gold = both(scrolls.map((s) => s.body).join(''))
  const shine = both(
    scrolls
      .map((s) =>
        path(
          `M ${s.outer
            .slice(5, 44)
            .map(([x, y]) => `${n(x)} ${n(y)}`)
            .join(' L ')}`,
          { fill: 'none', stroke: '#000', width: 3.4, cap: 'round' },
        ),
      )
      .join(''),
  )
  const leaves = both(
    [
      [300, 206, 120, -14, 34],
      [66, 268, 130, 80, 26],
      [92, 292, 96, 62, -26],
      [488, 222, 92, -96, 30],
      [300, 812, 120, 14, -34],
      [66, 750, 130, -80, -26],
      [92, 726, 96, -62, 26],
      [488, 796, 92, 96, -30],
    ]
      .map((l) => leaf(...l))
      .join(''),
  )
  const buds = both(
    [
      [500, 96, 20],
      [500, 920, 20],
      [60, 420, 11],
      [60, 596, 11],
      [40, 508, 15],
    ]
      .map(([x, y, r]) => disc(x, y, r))
      .join(''),
  )
  const frame = `<rect x="18" y="18" width="964" height="964" rx="46" fill="none" stroke="#000" stroke-width="5"/><rect x="30" y="30" width="940" height="940" rx="36" fill="none" stroke="#000" stroke-width="2"/>`
  const title = (fill, dx = 0, dy = 0) =>
    `<g transform="translate(${dx} ${dy})">${justify(100, 374, 800, 250, '037', { fill })}</g>`
  return {
    paper: '#0F1216',
    seed: 45,
    grain: 0.6,
    inks: [
      { colour: '#1E7F4F', opaque: true, wear: 0.2, drawing: leaves },
      { colour: '#E9A820', opaque: true, wear: 0.2, drawing: gold + frame },
      {
        colour: '#D9402B',
        opaque: true,
        wear: 0.2,
        drawing: each(12, (i) => title('#000', 14 - i, 14 - i)) + buds,
      },
      { colour: '#7CC7E8', opaque: true, wear: 0.2, drawing: title('#000') },
      {
        colour: '#FFF6DC',
        opaque: true,
        wear: 0.15,
        drawing: `${shine}
          <clipPath id="half"><rect x="0" y="360" width="1000" height="138"/></clipPath><g clip-path="url(#half)">${title('#000')}</g>
          ${line(500, 338, 62, 'TRÁNSITO', { weight: 900, width: 125, anchor: 'middle' })}
          ${line(500, 694, 44, 'SI TE APURA EL BOMBO, BAJATE', { weight: 800, width: 62, anchor: 'middle' })}
          ${mono(500, 734, 20, `${NAME} · PODCAST`, { anchor: 'middle' })}`,
      },
    ],
  }
}

/** Sleeve with the sixteen steps of a bar in a circle. Every hit has its own length. */
function podcast036() {
  const rand = random(36)
  const cx = 600
  const cy = 400
  const slice = (i, inner, outer, wide = 22.5) => {
    const from = i * 22.5 - 90 - wide / 2
    const points = []
    for (let k = 0; k <= 8; k++) points.push(polar(cx, cy, outer, from + (wide * k) / 8))
    for (let k = 8; k >= 0; k--) points.push(polar(cx, cy, inner, from + (wide * k) / 8))
    return polygon(points)
  }
  const hits = (pattern, low, high, wide, inner = 60) =>
    [...pattern]
      .map((hit, i) => (hit === 'x' ? slice(i, inner, low + rand() * (high - low), wide) : ''))
      .join('')
  return {
    paper: '#F3EBD6',
    seed: 46,
    inks: [
      { colour: '#FFCE00', drawing: hits('x..x..x...x.x...', 430, 760, 45), wear: 0.5, shift: [3, 3] },
      { colour: '#00A859', drawing: hits('x.x.xx.x.x.xx.x.', 210, 430, 22.5), wear: 0.5, shift: [-3, 1] },
      {
        colour: '#1436A0',
        wear: 0.4,
        drawing: `${hits('xxxxxxxxxxxxxxxx', 90, 260, 11)}${disc(cx, cy, 34)}
          ${line(36, 868, 158, 'JADSON', { weight: 900, width: 62 })}${line(36, 964, 108, 'PRATES', { weight: 900, width: 94 })}
          ${mono(960, 910, 22, '036', { anchor: 'end', weight: 700 })}${mono(960, 937, 22, `${NAME} PODCAST`, { anchor: 'end' })}${mono(960, 964, 22, 'EN VIVO, SIN RED', { anchor: 'end' })}`,
      },
    ],
  }
}

// ---------------------------------------------------------------- episode sleeves

const episodeMark = (number, x, y, { anchor = 'start', fill = '#000' } = {}) =>
  mono(x, y, 22, `${NAME} EPISODIO ${number}`, { anchor, weight: 700, fill })

/** Returns parallel lines along a path. */
const parallel = (d, wide, count) => {
  const out = []
  for (let k = count; k > 0; k--) {
    out.push(
      path(d, {
        fill: 'none',
        stroke: '#000',
        width: n((wide * (2 * k - 1)) / (2 * count - 1)),
        cap: 'butt',
      }),
    )
    if (k > 1)
      out.push(
        path(d, {
          fill: 'none',
          stroke: '#fff',
          width: n((wide * (2 * k - 2)) / (2 * count - 1)),
          cap: 'butt',
        }),
      )
  }
  return out.join('')
}

/** Sleeve of an ear made of sound waves. */
function episode12() {
  const outer =
    'M 372 770 C 250 640 208 480 262 330 C 320 170 500 120 630 196 C 760 272 776 430 700 540 C 636 630 600 660 590 750 C 578 850 486 880 418 816'
  const inner = 'M 400 560 C 372 440 420 340 510 336 C 596 332 632 410 590 474 C 556 524 510 520 500 590'
  return {
    paper: '#F59A1C',
    seed: 52,
    inks: [
      { colour: '#F9D9A8', opaque: true, drawing: disc(494, 418, 128), wear: 0.4, shift: [6, 4] },
      {
        colour: '#3A1407',
        wear: 0.4,
        drawing: `<g transform="translate(20 -20) scale(.94)">${parallel(outer, 150, 6)}${parallel(inner, 66, 3)}</g>
          ${justify(40, 872, 920, 88, 'EL OÍDO DE RITA')}
          ${episodeMark(12, 40, 62)}${mono(960, 62, 22, 'RITA MONZÓN', { anchor: 'end' })}`,
      },
    ],
  }
}

/** Sleeve with forty metres of cable, from the edge to a plug in the title. */
function episode11() {
  const route =
    'M 1040 176 H 420 C 200 176 150 300 230 400 C 330 520 560 520 650 400 C 730 290 640 236 560 290 C 470 350 560 610 740 590 C 900 570 920 380 840 330 C 760 290 700 380 640 470 C 560 590 360 610 220 610 C 60 610 40 700 60 770 C 72 806 96 812 150 812'
  return {
    paper: '#BFE3CF',
    seed: 51,
    inks: [
      { colour: '#FF6F59', drawing: justify(140, 706, 132, 212, 'E'), wear: 0.45, shift: [9, 8] },
      {
        colour: '#121512',
        wear: 0.35,
        drawing: `${path(route, { fill: 'none', stroke: '#000', width: 26, cap: 'butt' })}
          ${justify(140, 706, 132, 212, 'E')}${justify(282, 706, 680, 212, 'L CABLE')}
          ${line(960, 966, 38, 'DE BETO, EL TORNERO DE AL LADO', { weight: 700, width: 84, anchor: 'end' })}
          ${episodeMark(11, 40, 66)}${mono(40, 96, 22, '40 METROS, 2009')}`,
      },
    ],
  }
}

/** Sleeve with cloakroom numbers at four in the morning. One number is missing. */
function episode10() {
  const tag = (x, y, number, angle) =>
    `<g transform="translate(${x} ${y}) rotate(${angle})"><path d="M -62 -84 H 36 L 62 -58 V 84 H -62 Z" fill="#000"/>${disc(32, -54, 11, '#fff')}${line(0, 52, 84, number, { anchor: 'middle', weight: 900, width: 62, fill: '#fff' })}</g>`
  const rand = random(10)
  let tags = ''
  let lone = ''
  let number = 118
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 6; column++) {
      const x = 112 + column * 155
      const y = 150 + row * 198
      const angle = (rand() - 0.5) * 9
      if (row === 2 && column === 3) lone = tag(x + 26, y + 22, number, 17)
      else tags += tag(x, y, number, angle)
      number += 1
    }
  }
  return {
    paper: '#14213D',
    seed: 50,
    grain: 0.8,
    inks: [
      { colour: '#E8DFC6', opaque: true, wear: 0.5, drawing: tags },
      { colour: '#FF9E80', opaque: true, wear: 0.4, drawing: lone },
      {
        colour: '#E8DFC6',
        opaque: true,
        wear: 0.2,
        drawing: `${line(44, 962, 104, 'GUARDARROPA', { weight: 900, width: 62 })}${mono(956, 934, 22, `${NAME} EPISODIO 10`, { anchor: 'end', weight: 700 })}${mono(956, 962, 22, 'CON MARTA', { anchor: 'end' })}`,
      },
    ],
  }
}

/** Cover of episode 9. Two shapes show two ways to end a night: one fades out, one is cut off. */
function episode09() {
  const fade = each(24, (i) => rect(40, 160 + i * 26, 440, 25 * (1 - i / 24) ** 1.15))
  return {
    paper: '#F6C9C4',
    seed: 49,
    inks: [
      { colour: '#FF7A1A', drawing: disc(740, 618, 150), wear: 0.5, shift: [-3, 4] },
      {
        colour: '#1A1216',
        wear: 0.4,
        drawing: `${fade}${rect(520, 160, 440, 458)}
          ${justify(40, 48, 920, 78, 'CÓMO SE CIERRA UNA NOCHE')}
          ${line(40, 900, 58, 'OSTERHUIS', { weight: 200, width: 125 })}${line(960, 900, 58, 'BONGIORNO', { weight: 900, width: 98, anchor: 'end' })}
          ${mono(40, 954, 22, 'BAJA DE A POCO')}${mono(500, 954, 22, `${NAME} EPISODIO 09`, { anchor: 'middle', weight: 700 })}${mono(960, 954, 22, 'CORTA DE GOLPE', { anchor: 'end' })}`,
      },
    ],
  }
}

/** Sleeve with six lids from above. The ring is the hand of a clock with a period of sixty days. */
function episode08() {
  const r = 148
  const lids = Array.from({ length: 6 }, (_, i) => ({
    x: 180 + (i % 3) * 320,
    y: 212 + Math.floor(i / 3) * 336,
    turn: i * 60 - 60,
  }))
  const ring = (x, y, radius, width) =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="#000" stroke-width="${width}"/>`
  const at = ({ x, y, turn }, drawing) => `<g transform="translate(${x} ${y}) rotate(${turn})">${drawing}</g>`
  const mouth =
    '<path d="M -44 -104 C -44 -128 44 -128 44 -104 C 44 -70 30 -34 0 -34 C -30 -34 -44 -70 -44 -104 Z" fill="#000"/>'
  const tab = `<path d="M -34 10 C -34 -30 34 -30 34 10 V 74 C 34 112 -34 112 -34 74 Z" fill="#000"/><path d="M -17 44 C -17 24 17 24 17 44 V 72 C 17 92 -17 92 -17 72 Z" fill="#fff"/>${disc(0, 6, 9, '#fff')}`
  return {
    paper: '#E4E6E3',
    seed: 48,
    inks: [
      {
        colour: '#A9B2B4',
        drawing: lids.map(({ x, y }) => disc(x, y, r)).join(''),
        wear: 0.6,
        shift: [-4, 3],
      },
      { colour: '#00A676', drawing: lids.map((l) => at(l, tab)).join(''), wear: 0.5, shift: [4, -3] },
      {
        colour: '#0E1A16',
        wear: 0.35,
        drawing: `${lids.map((l) => ring(l.x, l.y, r - 5, 7) + ring(l.x, l.y, r - 22, 2.5) + at(l, mouth)).join('')}
          ${justify(36, 790, 928, 118, 'SESENTA DÍAS')}
          ${mono(36, 958, 22, `${NAME} EPISODIO 08`, { weight: 700 })}${mono(964, 958, 22, 'DEL VASO A LA PRENSA Y DE VUELTA', { anchor: 'end' })}`,
      },
    ],
  }
}

/** Sleeve with two blacks and a lamp. */
function episode07() {
  const beam = (fill) =>
    polygon(
      [
        [300, 96],
        [1010, 360],
        [1010, 800],
        [880, 1010],
        [700, 1010],
      ],
      fill,
    )
  return {
    paper: '#F7E96B',
    seed: 47,
    grain: 1.2,
    inks: [
      { colour: '#3A3A44', drawing: `${rect(-20, -20, 1040, 1040)}${beam('#fff')}`, wear: 0.35, density: 1 },
      // The second black is a lamp that is off. It is visible only at some angles of the paper.
      {
        colour: '#0A0A0D',
        drawing: `${rect(-20, -20, 1040, 1040)}${beam('#fff')}${disc(150, 330, 210, '#fff')}`,
        wear: 0.3,
        density: 0.94,
        shift: [-3, 3],
      },
      {
        colour: '#F7E96B',
        opaque: true,
        wear: 0.25,
        drawing: `${disc(292, 90, 34)}${line(40, 664, 150, 'EL', { weight: 900, width: 62 })}${line(40, 802, 150, 'NEGRO', { weight: 900, width: 62 })}${line(40, 940, 150, 'ES CARO', { weight: 900, width: 62 })}
          ${mono(960, 62, 22, `${NAME} EPISODIO 07`, { anchor: 'end', weight: 700 })}${mono(960, 92, 22, 'GRINGA LEIVA', { anchor: 'end' })}`,
      },
    ],
  }
}

export const flyers = {
  'event-pampero': pampero,
  'event-128': anniversary,
  'event-seis-horas': sixHours,
  'event-apagon': blackout,
  'event-lana': lana,
  'event-sotano-ocho': basementEight,
}

export const sleeves = {
  'podcast-041': podcast041,
  'podcast-040': podcast040,
  'podcast-039': podcast039,
  'podcast-038': podcast038,
  'podcast-037': podcast037,
  'podcast-036': podcast036,
  'episode-12': episode12,
  'episode-11': episode11,
  'episode-10': episode10,
  'episode-09': episode09,
  'episode-08': episode08,
  'episode-07': episode07,
}
