/**
 * The posters of the demo club: six flyers (each drawn twice, as a poster and as a small square for the grid), six
 * podcast sleeves and six episode sleeves. One idea a poster, and the idea is always in the type or in the geometry.
 * All drawings are on a board of 1000 by 1000; black is ink, white takes it off again.
 */
import { club } from '../../club/club.ts'
import { clouds, random } from './flyers-press.mjs'

const NAME = club.name.toUpperCase()
const WHERE = `${club.address.street}, ${club.neighbourhood}`.toUpperCase()
const DOORS = '23:59'

const n = (value) => Math.round(value * 100) / 100
const each = (count, draw) => Array.from({ length: count }, (_, i) => draw(i)).join('')

/** A line that fills its box with its capitals. */
const fit = (x, y, w, h, text, { weight = 900, fill = '#000', extra = '' } = {}) =>
  `<text data-fit="${x} ${y} ${w} ${h}" fill="${fill}" style="font-weight:${weight}" ${extra}>${text}</text>`
/** A line at its own size. */
const line = (x, y, size, text, { weight = 800, width = 100, fill = '#000', anchor = 'start', extra = '' } = {}) =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" style="font-weight:${weight};font-stretch:${width}%" ${extra}>${text}</text>`
const mono = (x, y, size, text, { weight = 500, fill = '#000', anchor = 'start', extra = '' } = {}) =>
  `<text class="mono" x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" style="font-weight:${weight}" ${extra}>${text}</text>`
const rect = (x, y, w, h, fill = '#000') => `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"/>`
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

/** The south-westerly that clears the air: the word is cut into slats and every slat takes the gust it gets. */
function pampero(grid) {
  const slats = 44
  const bottom = grid ? 1000 : 860
  const half = bottom / 2
  const blown = (phase, force) =>
    each(slats, (i) => {
      const y = (i / slats) * bottom
      const h = bottom / slats
      const gust = clouds(i / 7, phase, 40, 2) ** 2
      const stretch = 1 + force * gust
      return `<clipPath id="s${phase}-${i}"><rect x="-10" y="${n(y)}" width="1020" height="${n(h - 2.2)}"/></clipPath>
        <g clip-path="url(#s${phase}-${i})"><g transform="translate(${n(gust * force * 46)} 0) scale(${n(stretch)} 1)">
        ${fit(34, 40, 900, half - 60, 'PAM')}${fit(34, half + 20, 900, half - 60, 'PERO')}</g></g>`
    })
  return {
    paper: '#F1E9D8',
    seed: 11,
    inks: [
      { colour: '#FFC21A', drawing: blown(3, 2.4), shift: [4, -3], wear: 0.5 },
      {
        colour: '#1A45B0',
        shift: [-3, 3],
        drawing:
          blown(9, 0.9) +
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

/** Forty minutes of kick drum: the number is a baffle, and where the waves cross it they change colour. */
function anniversary(grid) {
  const cx = 648
  const cy = 640
  const rings = (from, gap, thick) =>
    each(40, (i) => `<circle cx="${cx}" cy="${cy}" r="${n(from + i * gap)}" fill="none" stroke="#000" stroke-width="${thick}"/>`)
  const number = (fill) =>
    fit(-14, 24, 1028, 942, '128', { fill })
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
            : rect(0, 936, 1000, 64, '#fff') +
              line(30, 981, 38, 'CUARENTA MINUTOS DE BOMBO SOLO', { weight: 900, width: 72 }) +
              mono(970, 966, 19, `ANIVERSARIO  ${NAME}  ${DOORS}`, { anchor: 'end', weight: 700 }) +
              mono(970, 989, 19, WHERE, { anchor: 'end' })
        }`,
        wear: 0.35,
      },
    ],
  }
}

/** Six hours are a hand that sweeps from midnight to six: six transparent inks, and the seams are the hours themselves. */
function sixHours(grid) {
  const cx = grid ? 0 : 0
  const cy = 500
  const reach = 1300
  const inks = ['#16307A', '#0E6FB8', '#18A58C', '#F5C518', '#F58220', '#F2555A']
  const lap = 5
  const wedge = (i) => {
    const from = -90 + i * 30 - lap
    const to = -90 + (i + 1) * 30 + lap
    const arc = Array.from({ length: 13 }, (_, k) => polar(cx, cy, reach, from + ((to - from) * k) / 12))
    return polygon([[cx, cy], ...arc])
  }
  return {
    paper: '#F4EFE4',
    seed: 13,
    inks: [
      ...inks.map((colour, i) => ({
        colour,
        drawing: `${wedge(i)}${disc(cx, cy, 96, '#fff')}`,
        shift: [Math.sin(i * 2.1) * 3, Math.cos(i * 1.7) * 3],
        wear: 0.4,
      })),
      {
        colour: '#101014',
        wear: 0.3,
        drawing:
          (grid
            ? fit(300, 60, 660, 300, 'SEIS') + fit(300, 640, 660, 300, 'HORAS')
            : `${fit(370, 52, 590, 250, 'SEIS')}${fit(300, 698, 660, 250, 'HORAS')}
               ${line(958, 478, 92, 'KATRIN', { weight: 300, width: 125, anchor: 'end' })}
               ${line(958, 566, 92, 'VOGELSANG', { weight: 900, width: 64, anchor: 'end' })}
               ${mono(40, 60, 21, NAME, { weight: 700 })}${mono(40, 88, 21, `DE ${DOORS}`)}${mono(40, 116, 21, 'A 05:59')}
               ${mono(40, 962, 21, club.neighbourhood.toUpperCase())}${mono(40, 934, 21, club.address.street.toUpperCase())}`) +
          each(6, (i) => {
            const [x, y] = polar(cx, cy, 62, -75 + i * 30)
            return mono(x + 2, y + 9, 24, String(i + 1), { anchor: 'middle', weight: 800 })
          }),
      },
    ],
  }
}

/** The lights go off letter by letter; the last one is printed black on black and you find it with a torch. */
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
      const glyph = fit(x, y + (letter === 'Ó' ? h * 0.2 : 0), 296, letter === 'Ó' ? h * 0.8 : h, letter, { fill: '#fff' })
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
      { colour: '#232327', opaque: true, wear: 0.2, drawing: fit(36 + 632, top + h + 36, 296, h, 'N') },
      { colour: '#EDE8DC', opaque: true, wear: 0.45, drawing: plate },
      {
        colour: '#D8FF2A',
        opaque: true,
        wear: 0.25,
        drawing: `${disc(928, top + h + 36 + h - 34, 15)}${
          grid
            ? ''
            : `${line(36, 958, 62, 'TRÁNSITO', { weight: 900, width: 62 })}${line(324, 958, 62, 'MICA OYOLA', { weight: 900, width: 62 })}`
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

/** One thread, never cut, spells the word. */
function lana(grid) {
  const bend = 46
  const s = grid ? 1 : 0.86
  const ox = grid ? 0 : 70
  const oy = grid ? 0 : 10
  const route = [
    [90, -80], [90, 400], [460, 400], [460, 150], [560, 50], [800, 50], [900, 150], [900, 500],
    [90, 500], [90, 930], [200, 930], [200, 720], [400, 930], [510, 930], [510, 720], [600, 610], [800, 610], [905, 720], [905, 1100],
  ].map(([x, y]) => [ox + x * s, oy + y * s])
  let d = `M ${n(route[0][0])} ${n(route[0][1])}`
  for (let i = 1; i < route.length - 1; i++) {
    const [px, py] = route[i - 1]
    const [x, y] = route[i]
    const [nx, ny] = route[i + 1]
    const before = Math.min(bend * s, Math.hypot(x - px, y - py) / 2)
    const after = Math.min(bend * s, Math.hypot(nx - x, ny - y) / 2)
    const lb = Math.hypot(x - px, y - py)
    const la = Math.hypot(nx - x, ny - y)
    d += ` L ${n(x - ((x - px) / lb) * before)} ${n(y - ((y - py) / lb) * before)} Q ${n(x)} ${n(y)} ${n(x + ((nx - x) / la) * after)} ${n(y + ((ny - y) / la) * after)}`
  }
  d += ` L ${n(route.at(-1)[0])} ${n(route.at(-1)[1])}`
  const wide = 78 * s
  const widths = []
  for (let k = 6; k > 0; k--) widths.push((wide * (2 * k - 1)) / 11, (wide * (2 * k - 2)) / 11)
  const yarn = widths
    .filter((w) => w > 0.5)
    .map((w, i) => path(d, { fill: 'none', stroke: i % 2 ? '#fff' : '#000', width: n(w) }))
    .join('')
  const bars = path(`M ${ox + 460 * s} ${oy + 290 * s} H ${ox + 900 * s}`, { fill: 'none', stroke: '#000', width: n(wide * 0.9) })
  const bars2 = path(`M ${ox + 510 * s} ${oy + 800 * s} H ${ox + 905 * s}`, { fill: 'none', stroke: '#000', width: n(wide * 0.9) })
  return {
    paper: '#F0E6CF',
    seed: 15,
    inks: [
      { colour: '#FF8FA3', drawing: bars + bars2, shift: [5, 4], wear: 0.5 },
      {
        colour: '#0B5B3E',
        wear: 0.35,
        drawing: `${yarn}${
          grid
            ? ''
            : `${rect(0, 882, 1000, 118, '#fff')}${path(`M ${ox + 905 * s} 860 V 884`, { stroke: '#fff', width: 0 })}
               ${fit(36, 908, 520, 58, 'SARUBBI ZALAZAR LUMBRE', { weight: 900 })}
               ${mono(964, 924, 20, `${NAME}  ${DOORS}`, { anchor: 'end', weight: 700 })}${mono(964, 946, 20, WHERE, { anchor: 'end' })}${mono(964, 968, 20, 'UN SOLO HILO', { anchor: 'end' })}`
        }`,
      },
    ],
  }
}

/** Two cities, one eight, and the river that both are printed on. */
function basementEight(grid) {
  const top = [500, 300]
  const low = [500, 700]
  const ring = ([x, y], r, w) => `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#000" stroke-width="${w}"/>`
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
          ? water
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
          : (curve('up', top, 180, 'MONTEVIDEO', true) + curve('down', low, 231, 'BUENOS AIRES', false)).replaceAll('#fff', '#000'),
      },
    ],
  }
}

// ---------------------------------------------------------------- podcast sleeves

/** An electrician's circle: the breaker is open, the halves no longer meet. */
function podcast041() {
  const half = (dx, dy, upper) =>
    path(`M ${110 + dx} ${500 + dy} A 330 330 0 0 ${upper ? 1 : 0} ${770 + dx} ${500 + dy} Z`)
  return {
    paper: '#E9E4D6',
    seed: 41,
    inks: [
      { colour: '#F2B705', drawing: half(40, -22, true), shift: [3, 2], wear: 0.5 },
      {
        colour: '#1D1B8F',
        wear: 0.4,
        drawing: `${half(118, 22, false)}${rect(0, 492, 118 + 40, 16)}${rect(880, 492, 120, 16)}
          ${fit(40, 44, 300, 92, '041')}${line(962, 930, 96, 'EMA', { weight: 900, width: 125, anchor: 'end' })}
          ${line(40, 930, 96, 'SARUBBI', { weight: 900, width: 80 })}
          ${mono(960, 66, 22, NAME, { anchor: 'end', weight: 700 })}${mono(960, 94, 22, 'PODCAST', { anchor: 'end' })}${mono(960, 122, 22, '60 MIN', { anchor: 'end' })}`,
      },
    ],
  }
}

/** A drip, as a time scale: each drop is heavier than the one before it. */
function podcast040() {
  const drop = (x, y, r) =>
    path(`M ${x} ${n(y - r * 2.3)} C ${n(x + r * 0.35)} ${n(y - r * 1.2)} ${n(x + r)} ${n(y - r * 0.6)} ${n(x + r)} ${n(y)} A ${n(r)} ${n(r)} 0 0 1 ${n(x - r)} ${n(y)} C ${n(x - r)} ${n(y - r * 0.6)} ${n(x - r * 0.35)} ${n(y - r * 1.2)} ${x} ${n(y - r * 2.3)} Z`)
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
  const pool = each(9, (i) => `<ellipse cx="690" cy="968" rx="${60 + i * 66}" ry="${7 + i * 8}" fill="none" stroke="#000" stroke-width="${n(9 - i * 0.8)}"/>`)
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

/** Twelve people on a floor for eight hundred. */
function podcast039() {
  const people = [
    [120, 180], [162, 214], [838, 132], [610, 300], [868, 420], [884, 472], [330, 420], [96, 610], [500, 560], [770, 640], [806, 622], [256, 668],
  ]
  return {
    paper: '#F7C600',
    seed: 43,
    inks: [
      {
        colour: '#15130C',
        wear: 0.35,
        drawing: `${people.map(([x, y]) => disc(x, y, 17)).join('')}
          ${path('M 40 40 H 960 V 740 H 560 M 440 740 H 40 Z', { fill: 'none', stroke: '#000', width: 7, join: 'miter' })}
          ${fit(40, 792, 920, 118, 'MICA OYOLA', { weight: 900 })}
          ${mono(40, 962, 24, '039', { weight: 700 })}${mono(500, 962, 24, `${NAME}, 00:10, DOCE PERSONAS`, { anchor: 'middle' })}${mono(960, 962, 24, 'PODCAST', { anchor: 'end', weight: 700 })}`,
      },
    ],
  }
}

/** One line a minute. Two are missing, and they are the piece. */
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

/** The back of a city bus: filete, the scrollwork that drivers had painted, around the number of the programme. */
function podcast037() {
  /** A brush stroke along a spiral, fat in the middle and thin at both ends. */
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
    return path(`M ${n(x)} ${n(y)} Q ${n(ax)} ${n(ay)} ${n(tx)} ${n(ty)} Q ${n(bx)} ${n(by)} ${n(x)} ${n(y)} Z`)
  }
  const both = (drawing) => `${drawing}<g transform="translate(1000 0) scale(-1 1)">${drawing}</g>`
  const scrolls = [
    volute(196, 226, 132, 10, 1.35, -1, 30),
    volute(404, 150, 84, 190, 1.25, 1, 22),
    volute(196, 792, 132, -10, 1.35, 1, 30),
    volute(404, 862, 84, 170, 1.25, -1, 22),
  ]
  const gold = both(scrolls.map((s) => s.body).join(''))
  const shine = both(
    scrolls
      .map((s) => path(`M ${s.outer.slice(5, 44).map(([x, y]) => `${n(x)} ${n(y)}`).join(' L ')}`, { fill: 'none', stroke: '#000', width: 3.4, cap: 'round' }))
      .join(''),
  )
  const leaves = both(
    [
      [330, 236, 150, -18, 34], [322, 262, 130, 14, -30], [64, 300, 130, 78, 26], [92, 318, 104, 62, -26], [488, 232, 92, -96, 30],
      [330, 786, 150, 18, -34], [322, 760, 130, -14, 30], [64, 716, 130, -78, -26], [92, 700, 104, -62, 26], [488, 784, 92, 96, -30],
    ].map((l) => leaf(...l)).join(''),
  )
  const buds = both([[500, 96, 20], [500, 920, 20], [60, 420, 11], [60, 596, 11], [40, 508, 15]].map(([x, y, r]) => disc(x, y, r)).join(''))
  const frame = `<rect x="18" y="18" width="964" height="964" rx="46" fill="none" stroke="#000" stroke-width="5"/><rect x="30" y="30" width="940" height="940" rx="36" fill="none" stroke="#000" stroke-width="2"/>`
  const title = (fill, dx = 0, dy = 0) => `<g transform="translate(${dx} ${dy})">${fit(112, 372, 776, 262, '037', { fill })}</g>`
  return {
    paper: '#0F1216',
    seed: 45,
    grain: 0.6,
    inks: [
      { colour: '#1E7F4F', opaque: true, wear: 0.2, drawing: leaves },
      { colour: '#E9A820', opaque: true, wear: 0.2, drawing: gold + frame },
      { colour: '#D9402B', opaque: true, wear: 0.2, drawing: each(12, (i) => title('#000', 14 - i, 14 - i)) + buds },
      { colour: '#7CC7E8', opaque: true, wear: 0.2, drawing: title('#000') },
      {
        colour: '#FFF6DC',
        opaque: true,
        wear: 0.15,
        drawing: `${shine}
          <clipPath id="half"><rect x="0" y="360" width="1000" height="128"/></clipPath><g clip-path="url(#half)">${title('#000')}</g>
          ${line(500, 330, 74, 'TRÁNSITO', { weight: 900, width: 125, anchor: 'middle' })}
          ${line(500, 716, 46, 'SI TE APURA EL BOMBO, BAJATE', { weight: 700, width: 70, anchor: 'middle', extra: 'font-style="normal"' })}
          ${mono(500, 762, 21, `${NAME} · PODCAST`, { anchor: 'middle' })}`,
      },
    ],
  }
}

/** A bar of sixteen, walked round: every hit has its own length. */
function podcast036() {
  const rand = random(36)
  const hits = (offset, step, low, high, thick) =>
    each(16, (i) => {
      if ((i + offset) % step) return ''
      const length = low + rand() * (high - low)
      const [x1, y1] = polar(560, 430, 74, i * 22.5 - 90)
      const [x2, y2] = polar(560, 430, 74 + length, i * 22.5 - 90)
      return `<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}" stroke="#000" stroke-width="${thick}"/>`
    })
  return {
    paper: '#F3EBD6',
    seed: 46,
    inks: [
      { colour: '#FFCE00', drawing: hits(0, 4, 300, 560, 118), wear: 0.5, shift: [3, 3] },
      { colour: '#00A859', drawing: hits(0, 2, 150, 420, 74), wear: 0.5, shift: [-3, 1] },
      {
        colour: '#1436A0',
        wear: 0.4,
        drawing: `${hits(0, 3, 60, 300, 34)}${hits(1, 1, 20, 90, 12)}${disc(560, 430, 30)}
          ${line(40, 872, 150, 'JADSON', { weight: 900, width: 62 })}${line(40, 962, 104, 'PRATES', { weight: 900, width: 94 })}
          ${mono(960, 906, 22, '036', { anchor: 'end', weight: 700 })}${mono(960, 934, 22, `${NAME} PODCAST`, { anchor: 'end' })}${mono(960, 962, 22, 'EN VIVO, SIN RED', { anchor: 'end' })}`,
      },
    ],
  }
}

// ---------------------------------------------------------------- episode sleeves

const episodeMark = (number, x, y, { anchor = 'start', fill = '#000' } = {}) =>
  mono(x, y, 22, `${NAME} EPISODIO ${number}`, { anchor, weight: 700, fill })

/** Strokes inside strokes: parallel lines along a single path. */
const parallel = (d, wide, count) => {
  const out = []
  for (let k = count; k > 0; k--) {
    out.push(path(d, { fill: 'none', stroke: '#000', width: n((wide * (2 * k - 1)) / (2 * count - 1)), cap: 'butt' }))
    if (k > 1) out.push(path(d, { fill: 'none', stroke: '#fff', width: n((wide * (2 * k - 2)) / (2 * count - 1)), cap: 'butt' }))
  }
  return out.join('')
}

/** An ear that is a sound: waves all the way in. */
function episode12() {
  const outer = 'M 372 770 C 250 640 208 480 262 330 C 320 170 500 120 630 196 C 760 272 776 430 700 540 C 636 630 600 660 590 750 C 578 850 486 880 418 816'
  const inner = 'M 400 560 C 372 440 420 340 510 336 C 596 332 632 410 590 474 C 556 524 510 520 500 590'
  return {
    paper: '#F59A1C',
    seed: 52,
    inks: [
      { colour: '#F9D9A8', opaque: true, drawing: disc(500, 460, 130), wear: 0.4, shift: [6, 4] },
      {
        colour: '#3A1407',
        wear: 0.4,
        drawing: `${parallel(outer, 150, 6)}${parallel(inner, 66, 3)}
          ${line(40, 956, 88, 'EL OÍDO DE RITA', { weight: 900, width: 84 })}
          ${episodeMark(12, 40, 62)}${mono(960, 62, 22, 'RITA MONZÓN', { anchor: 'end' })}`,
      },
    ],
  }
}

/** Forty metres of cable, from the edge of the sleeve to the plug of the title. */
function episode11() {
  const cable = 'M -40 220 H 700 A 110 110 0 0 1 700 440 H 250 A 90 90 0 0 0 250 620 H 800 A 60 60 0 0 0 860 560 V 340 A 60 60 0 0 1 920 280 H 1040'
  const route =
    'M -40 250 H 640 C 800 250 860 330 860 400 C 860 500 760 540 660 540 C 540 540 470 470 470 390 C 470 300 380 250 290 270 C 150 300 100 400 140 500 C 180 600 300 640 420 640 H 620'
  return {
    paper: '#BFE3CF',
    seed: 51,
    inks: [
      { colour: '#FF7F6B', drawing: `${rect(640, 590, 330, 100)}`, wear: 0.45, shift: [4, 3] },
      {
        colour: '#121512',
        wear: 0.35,
        drawing: `${cable ? '' : ''}${path(route, { fill: 'none', stroke: '#000', width: 24, cap: 'butt' })}
          ${rect(600, 606, 96, 68)}${rect(696, 618, 54, 12)}${rect(696, 650, 54, 12)}
          ${rect(790, 600, 180, 80)}${disc(824, 624, 9, '#fff')}${disc(824, 656, 9, '#fff')}
          ${fit(40, 752, 920, 156, 'EL CABLE', { weight: 900 })}${line(40, 962, 42, 'DE BETO, EL TORNERO DE AL LADO', { weight: 700, width: 84 })}
          ${episodeMark(11, 40, 66)}${mono(960, 66, 22, '40 METROS', { anchor: 'end' })}${line(960, 962, 42, '2009', { weight: 300, width: 125, anchor: 'end' })}`,
      },
    ],
  }
}

/** The cloakroom at four in the morning: one number is out. */
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

/** Two ways to end a night: one fades, one cuts. */
function episode09() {
  const fade = each(26, (i) => {
    const y = 150 + i * 25
    return polygon([[40, y], [40 + 430 * (1 - i / 40), y], [40 + 430 * (1 - i / 40), y + 23 * (1 - i / 26)], [40, y + 23 * (1 - i / 26)]])
  })
  return {
    paper: '#F6C9C4',
    seed: 49,
    inks: [
      { colour: '#7A8B2E', drawing: polygon([[520, 150], [960, 150], [960, 800], [820, 800]]), wear: 0.5, shift: [-3, 4] },
      {
        colour: '#1A1216',
        wear: 0.4,
        drawing: `${fade}${polygon([[560, 150], [960, 150], [960, 520], [720, 520]])}
          ${line(40, 112, 76, 'CÓMO SE CIERRA', { weight: 900, width: 62 })}${line(960, 112, 76, 'UNA NOCHE', { weight: 900, width: 62, anchor: 'end' })}
          ${line(40, 900, 56, 'OSTERHUIS', { weight: 200, width: 125 })}${line(960, 900, 56, 'BONGIORNO', { weight: 900, width: 100, anchor: 'end' })}
          ${mono(40, 954, 22, 'BAJA DE A POCO')}${mono(500, 954, 22, `${NAME} EPISODIO 09`, { anchor: 'middle', weight: 700 })}${mono(960, 954, 22, 'CORTA DE GOLPE', { anchor: 'end' })}`,
      },
    ],
  }
}

/** From the glass to the press and back: the same can, sixty days round. */
function episode08() {
  const can = (x, y, turn) => {
    const w = 190
    const h = 300
    const id = `c${x}${y}`
    const shape = `M ${x - w / 2} ${y - h / 2 + 24} Q ${x - w / 2} ${y - h / 2} ${x - w / 2 + 22} ${y - h / 2} H ${x + w / 2 - 22} Q ${x + w / 2} ${y - h / 2} ${x + w / 2} ${y - h / 2 + 24} V ${y + h / 2 - 24} Q ${x + w / 2} ${y + h / 2} ${x + w / 2 - 22} ${y + h / 2} H ${x - w / 2 + 22} Q ${x - w / 2} ${y + h / 2} ${x - w / 2} ${y + h / 2 - 24} Z`
    // The label is a band on a cylinder: turning it moves its middle by the sine and narrows it by the cosine.
    const label = [0, 1, 2]
      .map((k) => {
        const a = turn + (k * Math.PI * 2) / 3
        if (Math.cos(a) <= 0) return ''
        const middle = x + Math.sin(a) * (w / 2)
        return rect(middle - 40 * Math.cos(a), y - h / 2, 80 * Math.cos(a), h)
      })
      .join('')
    return {
      body: path(shape),
      label: `<clipPath id="${id}"><path d="${shape}"/></clipPath><g clip-path="url(#${id})">${label}</g>`,
      lid: rect(x - w / 2 + 26, y - h / 2 - 12, w - 52, 8) + rect(x - w / 2 + 26, y + h / 2 + 4, w - 52, 8),
    }
  }
  const cans = Array.from({ length: 6 }, (_, i) => can(188 + (i % 3) * 312, 250 + Math.floor(i / 3) * 372, (i * Math.PI) / 9))
  return {
    paper: '#E4E6E3',
    seed: 48,
    inks: [
      { colour: '#9AA3A6', drawing: cans.map((c) => c.body).join(''), wear: 0.6, shift: [-3, 2] },
      { colour: '#00A676', drawing: cans.map((c) => c.label).join(''), wear: 0.5, shift: [4, -3] },
      {
        colour: '#0E1A16',
        wear: 0.35,
        drawing: `${cans.map((c) => c.lid).join('')}${fit(40, 858, 640, 92, 'SESENTA DÍAS', { weight: 900 })}
          ${mono(960, 884, 22, `${NAME} EPISODIO 08`, { anchor: 'end', weight: 700 })}${mono(960, 916, 22, 'DEL VASO A LA PRENSA', { anchor: 'end' })}${mono(960, 948, 22, 'Y DE VUELTA', { anchor: 'end' })}
          ${each(6, (i) => mono(188 + (i % 3) * 312, 66 + Math.floor(i / 3) * 372, 20, `DÍA ${String(i * 12).padStart(2, '0')}`, { anchor: 'middle' }))}`,
      },
    ],
  }
}

/** Two blacks and a lamp. */
function episode07() {
  return {
    paper: '#F7E96B',
    seed: 47,
    grain: 1.2,
    inks: [
      { colour: '#2B2B33', drawing: `${rect(-20, -20, 1040, 1040)}${polygon([[250, 70], [1010, 560], [610, 1010]], '#fff')}`, wear: 0.3, density: 1 },
      {
        colour: '#141418',
        wear: 0.35,
        drawing: `${rect(-20, -20, 1040, 1040)}${polygon([[250, 70], [1010, 560], [610, 1010]], '#fff')}${disc(250, 70, 30, '#fff')}`,
        shift: [-3, 3],
      },
      {
        colour: '#F7E96B',
        opaque: true,
        wear: 0.25,
        drawing: `${line(40, 640, 176, 'EL', { weight: 900, width: 62 })}${line(40, 798, 176, 'NEGRO', { weight: 900, width: 62 })}${line(40, 956, 176, 'ES CARO', { weight: 900, width: 62 })}
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
