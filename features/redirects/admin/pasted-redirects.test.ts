import { describe, expect, test } from 'vitest'
import { REDIRECTS_MAX } from '../shared/redirect-limits.ts'
import type { Redirect } from '../shared/redirects.ts'
import { reviewPaste } from './pasted-redirects.ts'

const review = (text: string, rows: Redirect[] = [], refusals = new Map<string, string>()) =>
  reviewPaste(text, { rows, origins: ['https://club.example'], refusals })

describe('a pasted list', () => {
  test.each([
    '/agenda.php /fechas',
    '/agenda.php → /fechas',
    '/agenda.php→/fechas',
    '/agenda.php -> /fechas',
    '/agenda.php => /fechas',
    '/agenda.php,/fechas',
    '/agenda.php, /fechas',
    '/agenda.php;/fechas',
    '/agenda.php\t/fechas',
    '"/agenda.php","/fechas"',
    '"/agenda.php";"/fechas"',
    '/agenda.php,/fechas,301',
    '/agenda.php;/fechas;',
    'Redirect 301 /agenda.php /fechas',
    'RedirectPermanent /agenda.php https://club.example/fechas',
    'http://viejo.example/agenda.php https://club.example/fechas',
    '  /agenda.php/   /fechas  ',
  ])('reads the line %j', (line) => {
    expect(review(line)).toEqual({ added: [{ from: '/agenda.php', to: '/fechas' }], refused: [] })
  })

  test('keeps commas, semicolons and spaces of addresses', () => {
    expect(review('/a,b;c?d=1,2 /fechas\n/mi pagina.html;/news\n/x, https://otro.example/a,b').added).toEqual(
      [
        { from: '/a,b;c?d=1,2', to: '/fechas' },
        { from: '/mi%20pagina.html', to: '/news' },
        { from: '/x', to: 'https://otro.example/a,b' },
      ],
    )
  })

  test('names the reason of each refused line', () => {
    const text = [
      'desde,hacia',
      '/ok /fechas',
      '',
      '/ok /news',
      '/ya /fechas',
      '/ya /news',
      'agenda /fechas',
      '/a javascript:alert(1)',
      '/a //evil.example',
      '/propia /fechas',
      'x'.repeat(2_000),
    ].join('\r\n')
    const { added, refused } = review(
      text,
      [{ from: '/ya', to: '/fechas' }],
      new Map([['/propia', 'El sitio ya responde en esa dirección.']]),
    )
    expect(added).toEqual([{ from: '/ok', to: '/fechas' }])
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'Faltan las dos direcciones: la vieja, un espacio y la nueva.'],
      [4, 'Ya está, y lleva a /fechas.'],
      [5, 'Ya está.'],
      [6, 'Ya está, y lleva a /fechas.'],
      [7, 'La vieja: tiene que empezar con una barra, como /agenda.php.'],
      [8, 'Faltan las dos direcciones: la vieja, un espacio y la nueva.'],
      [
        9,
        'La nueva: tiene que ser una ruta del sitio, como /fechas, o una dirección que empiece con https://.',
      ],
      [10, 'El sitio ya responde en esa dirección.'],
      [11, 'Es demasiado largo.'],
    ])
  })

  test('refuses loops and chains, also with stored redirects', () => {
    const rows = [{ from: '/vieja', to: '/media' }]
    const { added, refused } = review(
      '/a /a\n/b /c\n/c /b\n/media /fechas\n/d /vieja\n/e /fechas\n/me /fechas',
      rows,
    )
    expect(added).toEqual([
      { from: '/e', to: '/fechas' },
      { from: '/me', to: '/fechas' },
    ])
    expect(refused.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5])
    expect(refused[3]?.reason).toBe('/vieja lleva a esta dirección: cambiala antes.')
  })

  test('reads long lists in time, and no more than fit', () => {
    const startedAt = performance.now()
    const many = Array.from({ length: REDIRECTS_MAX + 5 }, (_, n) => `/x${n} /fechas`).join('\n')
    const { added, refused } = review(many)
    expect([added.length, refused.length]).toEqual([REDIRECTS_MAX, 5])
    review(' '.repeat(400_000))
    review(`/${'a ,;'.repeat(100_000)}`)
    review(`${`/${' ,;'.repeat(400)}\n`.repeat(300)}`)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
