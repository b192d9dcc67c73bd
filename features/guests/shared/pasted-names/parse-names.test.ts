import { describe, expect, test } from 'vitest'
import { PASTED_LINES_MAX, PASTED_TEXT_MAX } from '../guest-limits.ts'
import { applyLimits, parsePastedNames } from './parse-names.ts'
import type { PastedLine } from './pasted-line.ts'

const NO_LIMITS = { maxCompanions: 20, left: null }

function read(
  text: string,
  limits: { maxCompanions: number | null; left: number | null } = NO_LIMITS,
): PastedLine[] {
  const parsed = parsePastedNames(text)
  if (!parsed.ok) throw new Error('the text was refused')
  return applyLimits(parsed.lines, limits)
}

function readOne(text: string): PastedLine {
  const [line] = read(text)
  if (!line) throw new Error('the text has no line')
  return line
}

describe('a pasted text is refused', () => {
  test('when it has too many lines or characters', () => {
    expect(parsePastedNames('a\n'.repeat(PASTED_LINES_MAX + 1))).toEqual({
      ok: false,
      lines: PASTED_LINES_MAX + 1,
    })
    expect(parsePastedNames('a'.repeat(PASTED_TEXT_MAX + 1))).toEqual({ ok: false, lines: null })
  })
})

describe('a line without a person is skipped', () => {
  test.each([
    '*LISTA MICA* 🔥',
    'VIERNES 27/11',
    'Sábado 28 de noviembre',
    '3️⃣',
    '5.',
    '~Beto Díaz~',
    'Suplentes:',
    'Hombres:',
    'Total: 9',
    'Total 9',
    'Somos 14',
    'Gracias!!',
    'Muchas gracias 🙏',
    'https://chat.whatsapp.com/ABC',
    '22/11/26, 21:05 - Mica: <Multimedia omitido>',
    '22/11/26, 21:05 - Mica añadió a Beto',
    '[22/11/26, 21:06:00] Mica: ‎imagen omitida',
    'Eliminaste este mensaje',
    '¿me sumás a mi prima?',
    'dale te paso la lista',
    'Hola Mica, te mando los míos',
    'jajaja',
    '🔥🔥🔥',
    '—————',
    'Reenviado',
    'Arqueros',
    'FOTÓGRAFOS',
    'Barra',
    'Staff (6)',
    'Mesa 4',
    'Sonido y luces',
    'Amigos del laburo',
    'Prensa:',
    'Tal vez 🤔',
    'de parte de Caro',
    'los míos 👇',
    '📍 Pedro de Luján 1965',
    '20 personas en total',
    'híjole no sé',
    'RRPP: Karo',
    'Arriba Pulso!!',
    'Recibido, gracias',
    'cuatro',
    'punto aparte',
  ])('%j', (text) => {
    expect(readOne(text)).toMatchObject({ verdict: 'skip' })
    expect(readOne(text).reason).toMatch(/\.$/)
  })
})

describe('a line with a doubt is proposed', () => {
  test.each([
    ['Flor (2)', 'Flor', 1],
    ['Flor [2]', 'Flor', 1],
    ['Familia Paz', 'Familia Paz', 3],
    ['50-Cent', '50-Cent', 0],
    ['Ana Gómez ?', 'Ana Gómez', 0],
    ['Ana Gómez (no viene)', 'Ana Gómez', 0],
    ['❌ Ana Gómez', 'Ana Gómez', 0],
    ['Ana y amigos', 'Ana', 1],
    ['ah y la Trini', 'Trini', 0],
    ['Hola! Soy Ana Gómez', 'Ana Gómez', 0],
    ['Sacá a Ana Gómez', 'Ana Gómez', 0],
    ['Ana Gómez ¿+1?', 'Ana Gómez', 1],
    ['Ana Gómez +1?', 'Ana Gómez', 1],
    ['Ana +1-2', 'Ana', 2],
    ['Mora + ...', 'Mora', 0],
    ['Ana +1, después Caro +1', 'Ana', 2],
    ['Beltrán o Simón', 'Beltrán o Simón', 0],
    ['Torta: la trae Nelly', 'Torta', 0],
    ['Lista: Ana Gómez', 'Ana Gómez', 0],
    ['VIP Ana Gómez', 'Ana Gómez', 0],
    ['Mesa Ana Gómez x8', 'Ana Gómez', 7],
    ['Equipo (3 personas)', 'Equipo', 2],
    ['+1', '', 1],
    ['8 Ana Gómez', 'Ana Gómez', 7],
  ])('%j is %j with %i companions', (text, name, companions) => {
    const line = readOne(text)
    expect(line).toMatchObject({ verdict: 'check', name, companions })
    expect(line.reason).not.toBeNull()
  })

  test.each([
    ['Inés & Juan Cruz', ['Inés', 'Juan Cruz']],
    ['Agus e Iván', ['Agus', 'Iván']],
    ['Ana, Beto y Caro', ['Ana', 'Beto', 'Caro']],
    ['Ana Gómez + Beto Díaz', ['Ana Gómez', 'Beto Díaz']],
    ['Ana Gómez / Beto Díaz', ['Ana Gómez', 'Beto Díaz']],
    ['uno Ana Gómez dos Beto Díaz', ['Ana Gómez', 'Beto Díaz']],
    ['1. Ana 2. Beto 3. Caro', ['Ana', 'Beto', 'Caro']],
    ['Ana coma Beto', ['Ana', 'Beto']],
    ['Ana con Beto', ['Ana', 'Beto']],
    ['Ana Gómez (y Beto)', ['Ana Gómez', 'Beto']],
    ['Somos 2: Ana y Beto', ['Ana', 'Beto']],
  ])('%j is split into %j', (text, names) => {
    const line = readOne(text)
    expect(line.verdict).toBe('check')
    expect(line.split).toEqual(names.map((name) => ({ name, companions: 0 })))
  })

  test.each([
    ['Beto +1 y Lalo +2', 1, 2],
    ['Beto +1, Lalo', 1, 0],
    ['Beto y Lalo +1', 0, 1],
  ])('%j has the companions of each', (text, ofBeto, ofLalo) => {
    const line = readOne(text)
    expect(line).toMatchObject({ verdict: 'check', companions: 1 + ofBeto + ofLalo })
    expect(line.split).toEqual([
      { name: 'Beto', companions: ofBeto },
      { name: 'Lalo', companions: ofLalo },
    ])
  })

  test.each(['Votaron NO:', 'No (2)', 'No vienen', 'Bajas', 'CANCELADOS:'])(
    'below %j, until the next heading',
    (heading) => {
      const lines = read(`Ana\n${heading}\n- Beto\n- Caro\nVotaron SÍ:\n- Dani`)
      expect(lines.map(({ verdict }) => verdict)).toEqual([
        'guest',
        'skip',
        'check',
        'check',
        'skip',
        'guest',
      ])
      expect(lines[2]?.reason).toContain(heading)
    },
  )

  test('when it is the only one in capitals, above a block of lines', () => {
    const lines = read('ANA GÓMEZ\nBeto Díaz\nCaro Paz\n\nDANI\nEma Sol')
    expect(lines.map(({ verdict }) => verdict)).toEqual(['check', 'guest', 'guest', 'check', 'guest'])
  })

  test('when it signs a letter', () => {
    const lines = read('Beto Díaz\nUn saludo,\nAna Gómez')
    expect(lines.map(({ verdict }) => verdict)).toEqual(['guest', 'skip', 'check'])
  })

  test('when its name is too long, which is cut', () => {
    expect(readOne('Ana '.repeat(60))).toMatchObject({ verdict: 'skip', reason: 'Parece un mensaje.' })
    const long = readOne('ab'.repeat(200))
    expect(long).toMatchObject({
      verdict: 'check',
      name: 'ab'.repeat(60),
      reason: 'El nombre es demasiado largo.',
    })
    const [one, other] = readOne(`${'ab'.repeat(100)} & ${'cd'.repeat(100)}`).split ?? []
    expect([one?.name.length, other?.name.length]).toEqual([120, 120])
  })

  test('when it exceeds the limit of companions, which the reason says', () => {
    const [line] = read('Karen Paz +25')
    expect(line).toMatchObject({ verdict: 'check', name: 'Karen Paz', companions: 25 })
    expect(line?.reason).toContain('20')
  })

  test('when the list has no place left', () => {
    const lines = read('Ana +1\nBeto +1\nCaro', { maxCompanions: 1, left: 3 })
    expect(lines.map(({ verdict }) => verdict)).toEqual(['guest', 'check', 'guest'])
    expect(lines[1]?.reason).toBe('No entra: queda 1 lugar.')
  })
})

describe('a line of a guest', () => {
  test.each([
    ['Ana Gómez', 'Ana Gómez', 0, null],
    ['Ana Gómez +2', 'Ana Gómez', 2, null],
    ['sumame a Ana Gómez +1 porfa', 'Ana Gómez', 1, null],
    ['Ana Gómez gracias!', 'Ana Gómez', 0, null],
    ['Prensa: Ana Gómez +1', 'Ana Gómez', 1, 'Prensa'],
    ['Mesa 4 - Ana Gómez x6', 'Ana Gómez', 5, 'Mesa 4'],
    ['Utilero: el Chueco', 'el Chueco', 0, 'Utilero'],
    ['Familia Paz x4', 'Familia Paz', 3, null],
    ['Ana más una', 'Ana', 1, null],
    ['+1 Ana', 'Ana', 1, null],
    ['Ana + (novia)', 'Ana', 1, 'novia'],
    ['Ana <ana@mail.com>', 'Ana', 0, 'ana@mail.com'],
    ['01 Ana', 'Ana', 0, null],
    ['número 1 Ana', 'Ana', 0, null],
    ['Ana constructor', 'Ana constructor', 0, null],
    ['Ana, trae a 2', 'Ana', 2, null],
    ['Ana trae a su novia', 'Ana', 1, 'novia'],
    ['Ana signo más uno', 'Ana', 1, null],
    ['Ana entre paréntesis prensa', 'Ana', 0, 'prensa'],
    ['Ana s/ acompañante', 'Ana', 0, 'sin acompañante'],
    ['Ana Gómez, 25 años', 'Ana Gómez', 0, '25 años'],
    ['Guido Mesa', 'Guido Mesa', 0, null],
    ['Guido Canal', 'Guido Canal', 0, null],
    ['Han Solo', 'Han Solo', 0, null],
    ['Ana Paz — Radio Sol', 'Ana Paz', 0, 'Radio Sol'],
    ['van der Meer Joost', 'van der Meer Joost', 0, null],
    ['Mercedes Torres', 'Mercedes Torres', 0, null],
    ['Carla dos Santos', 'Carla dos Santos', 0, null],
    ['Vale +1', 'Vale', 1, null],
    ['Hernán+1', 'Hernán', 1, null],
    ['*Fede Luz*', 'Fede Luz', 0, null],
    ['*Fede Luz +1*', 'Fede Luz', 1, null],
    ['_Fede Luz_', 'Fede Luz', 0, null],
    ['"Fede Luz"', 'Fede Luz', 0, null],
    ['Gabi Mar +2 ✅', 'Gabi Mar', 2, null],
    ['Hugo Río +1 (pagó)', 'Hugo Río', 1, 'pagó'],
    ['Ana +2, llega tarde', 'Ana', 2, 'llega tarde'],
    ['Ana + 2 amigas', 'Ana', 2, 'amigas'],
    ['Ana y 2 amigos', 'Ana', 2, 'amigos'],
    ['Ana (2 amigas)', 'Ana', 2, 'amigas'],
    ['Ana más uno', 'Ana', 1, null],
    ['Ana mas dos', 'Ana', 2, null],
    ['Ana +1️⃣', 'Ana', 1, null],
    ['Ana ➕1', 'Ana', 1, null],
    ['Ana +1 +1', 'Ana', 2, null],
    ['Beto y 1', 'Beto', 1, null],
    ['Juan x3', 'Juan', 2, null],
    ['Juan (x3)', 'Juan', 2, null],
    ['Juan, somos 3', 'Juan', 2, null],
    ['Juan 3 personas', 'Juan', 2, null],
    ['Lucía y novio', 'Lucía', 1, 'novio'],
    ['Lucía y su señora', 'Lucía', 1, 'señora'],
    ['Lucía c/ acompañante', 'Lucía', 1, 'acompañante'],
    ['Lucía + partner', 'Lucía', 1, 'partner'],
    ['Lucía, 1 acompañante', 'Lucía', 1, 'acompañante'],
    ['Lucía – mesa 4 – 6 pax', 'Lucía', 5, 'mesa 4'],
    ['Leo Sol 30.123.456', 'Leo Sol', 0, '30.123.456'],
    ['Leo Sol DNI 30123456 +1', 'Leo Sol', 1, 'DNI 30123456'],
    ['Leo Sol 12.345.678-K', 'Leo Sol', 0, '12.345.678-K'],
    ['21:03 Ana Gómez', 'Ana Gómez', 0, '21:03'],
    ['11-5555-1234 Ana Gómez', 'Ana Gómez', 0, '11-5555-1234'],
    ['Ana Gómez +54 9 11 5555-1234', 'Ana Gómez', 0, '+54 9 11 5555-1234'],
    ['Ana Gómez +2 1155551234', 'Ana Gómez', 2, '1155551234'],
    ['Ana Gómez - pagó', 'Ana Gómez', 0, 'pagó'],
    ['Ana Gómez pagó', 'Ana Gómez', 0, 'pagó'],
    ['Ana Gómez ana@mail.com', 'Ana Gómez', 0, 'ana@mail.com'],
    ['1.) Caro Paz', 'Caro Paz', 0, null],
    ['1.- Caro Paz', 'Caro Paz', 0, null],
    ['Nº1 Fede Luz', 'Fede Luz', 0, null],
    ['(12) Leo Paz', 'Leo Paz', 0, null],
    ['#11 Karen Luz', 'Karen Luz', 0, null],
    ['7️⃣ Mica Sol', 'Mica Sol', 0, null],
    ['1️⃣0️⃣ Caro Paz', 'Caro Paz', 0, null],
    ['🔟 Caro Paz', 'Caro Paz', 0, null],
    ['3º Ema Sol', 'Ema Sol', 0, null],
    ['4° Ema Sol', 'Ema Sol', 0, null],
    ['◦ Eli Paz', 'Eli Paz', 0, null],
    ['☐ Maru Paz', 'Maru Paz', 0, null],
    ['- [x] Maru Paz', 'Maru Paz', 0, null],
    ['➡️ Xime Paz', 'Xime Paz', 0, null],
    ['2pac', '2pac', 0, null],
    ['DJ Pato', 'DJ Pato', 0, null],
    ['MC 7', 'MC 7', 0, null],
    ['@lu.paz', '@lu.paz', 0, null],
    ["Sinéad O'Higgins", "Sinéad O'Higgins", 0, null],
    ['Ma. José de la Fuente', 'Ma. José de la Fuente', 0, null],
    ['[22/11/26, 21:03:15] Mica: Tomi x3', 'Tomi', 2, null],
    ['‎[22/11/26, 9:03:15 p. m.] ~ Mica: Tomi', 'Tomi', 0, null],
    ['22/11/26, 21:03 - Mica: Sofi Luz', 'Sofi Luz', 0, null],
    ['11/22/26, 9:03 PM - Mica: Sofi Luz', 'Sofi Luz', 0, null],
    ['2026-11-22, 21:03 - Mica: Sofi Luz', 'Sofi Luz', 0, null],
    ['Ana​ Gómez‬', 'Ana Gómez', 0, null],
    ['Ａｎａ', 'Ana', 0, null],
  ])('%j is %j with %i companions and the note %j', (text, name, companions, note) => {
    expect(readOne(text)).toMatchObject({
      verdict: 'guest',
      name,
      companions,
      note,
      reason: null,
      text,
      line: 1,
    })
  })

  test('has its number removed in a numbered list, also where a sign is missing', () => {
    const lines = read('1️⃣ Ana Gómez\n2️⃣ Beto Díaz +1\n3️⃣\n5\n6 Dani Ruiz\n7-Ema Sol')
    expect(lines.map(({ verdict, name }) => [verdict, name])).toEqual([
      ['guest', 'Ana Gómez'],
      ['guest', 'Beto Díaz'],
      ['skip', ''],
      ['skip', ''],
      ['guest', 'Dani Ruiz'],
      ['guest', 'Ema Sol'],
    ])
  })

  test('has its number removed when it was dictated', () => {
    const lines = read('uno Ana Gómez\ndos Beto Díaz más una\ntres\ncuatro Caro')
    expect(lines.map(({ name, companions }) => [name, companions])).toEqual([
      ['Ana Gómez', 0],
      ['Beto Díaz', 1],
      ['', 0],
      ['Caro', 0],
    ])
  })

  test('is turned round when most lines have the surname first', () => {
    const lines = read(
      'Gómez, Ana +1\nDíaz, Beto\nPaz Luz, María Sol\nDani\nRíos, Mª del Mar\nGoñi, Unai y acompañante\nPuig i Ferrer, Jordi',
    )
    expect(lines.map(({ name, companions }) => [name, companions])).toEqual([
      ['Ana Gómez', 1],
      ['Beto Díaz', 0],
      ['María Sol Paz Luz', 0],
      ['Dani', 0],
      ['Ma del Mar Ríos', 0],
      ['Unai Goñi', 1],
      ['Jordi Puig i Ferrer', 0],
    ])
  })
})

describe('a table', () => {
  test.each(['\t', ';'])('with headings is read by its columns (%j)', (sign) => {
    const lines = read(
      [
        ['Nombre', 'Apellido', 'DNI', 'Acompañantes'],
        ['Ana', 'Gómez', '30123456', '2'],
        ['Beto', 'Díaz', '', ''],
      ]
        .map((cells) => cells.join(sign))
        .join('\n'),
    )
    expect(lines.map(({ verdict, name, companions, note }) => [verdict, name, companions, note])).toEqual([
      ['skip', '', 0, null],
      ['guest', 'Ana Gómez', 2, '30123456'],
      ['guest', 'Beto Díaz', 0, null],
    ])
  })

  test('without headings has names, surnames and small numbers', () => {
    const lines = read('1\tAna\tGómez\t2\n2\tBeto\tDíaz\t0\n3\tCaro\tPaz\t1')
    expect(lines.map(({ name, companions }) => [name, companions])).toEqual([
      ['Ana Gómez', 2],
      ['Beto Díaz', 0],
      ['Caro Paz', 1],
    ])
  })

  test('has companions in words, and in a cell of notes', () => {
    const lines = read(
      'Nombre\t+\tNota\nAna\t1 (novia)\t\nBeto\t\t+1\nCaro\t\t+54 9 11 5555-1234\nDani\t?\t\nEma\tno\tpagó',
    )
    expect(lines.slice(1).map(({ verdict, companions }) => [verdict, companions])).toEqual([
      ['guest', 1],
      ['guest', 1],
      ['guest', 0],
      ['check', 0],
      ['guest', 0],
    ])
  })

  test('of the club itself gives the same guests', () => {
    const lines = read(
      '\ufeff"Lista";"Nombre";"Acompañantes";"Entraron";"Nota";"Desde dónde"\r\n"Mica";"Inés & Juan; ""Tato""";"2";"0";"llega +1 tarde, DNI 30.123.456";"El club"\r\n"Mica";"\'=Ana";"0";"1";"";"El sitio"\r\n',
    )
    expect(lines.slice(1)).toMatchObject([
      {
        verdict: 'guest',
        name: 'Inés & Juan; "Tato"',
        companions: 2,
        note: 'llega +1 tarde, DNI 30.123.456',
      },
      { verdict: 'guest', name: '=Ana', companions: 0, note: null },
    ])
  })
})

test('a list that is written again is read as the same list', () => {
  const print = (lines: PastedLine[]) =>
    lines
      .filter(({ verdict }) => verdict === 'guest')
      .map(
        ({ name, companions, note }) =>
          `${name}${companions ? ` +${companions}` : ''}${note ? ` (${note})` : ''}`,
      )
      .join('\n')
  const typed =
    '1. Ana Gómez +2, llega tarde\n2. Leo Sol 30.123.456\n3. Lucía y novio\n4. Juan x3\n5. DJ Pato'
  const once = print(read(typed))
  expect(print(read(once))).toBe(once)
})
