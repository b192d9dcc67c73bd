import { describe, expect, it } from 'vitest'
import { MESSAGE_MAX } from '../../../platform/shared/limits.ts'
import { splitAtLinks } from './text-links.tsx'

const getLinks = (text: string) =>
  splitAtLinks(text).flatMap(({ text, href }) => (href ? [[text, href]] : []))

describe('links in a message', () => {
  it('are addresses of pages and e-mail addresses, without the punctuation of the sentence', () => {
    expect(
      getLinks(
        'Mirá https://sala.example/a?b=c#d, (http://otra.example/x_(y)) y HTTPS://TRES.EXAMPLE. O a <ana@mail.example>; mailto:zoë@club.example!',
      ),
    ).toEqual([
      ['https://sala.example/a?b=c#d', 'https://sala.example/a?b=c#d'],
      ['http://otra.example/x_(y)', 'http://otra.example/x_(y)'],
      ['HTTPS://TRES.EXAMPLE', 'https://tres.example/'],
      ['ana@mail.example', 'mailto:ana@mail.example'],
      ['zoë@club.example', 'mailto:zo%C3%AB@club.example'],
    ])
  })

  it('keep the text unchanged', () => {
    for (const text of [
      '',
      ' \n a  https://b.example\t,\r\n(c@d.example) ',
      '+54 9 11 5555-1234 https://b.example (011) 4555-1234, a',
      'sin nada',
      'https://a.example https://a.example',
    ])
      expect(
        splitAtLinks(text)
          .map(({ text }) => text)
          .join(''),
      ).toBe(text)
    expect(splitAtLinks('una sola parte, sin enlaces')).toHaveLength(1)
  })

  it('include telephone numbers in any notation', () => {
    expect(
      getLinks('Al +54 9 11 5555-1234, o (011) 4555-1234. Y a la noche 1155551234; +598 99 123 456'),
    ).toEqual([
      ['+54 9 11 5555-1234', 'tel:+5491155551234'],
      ['(011) 4555-1234', 'tel:01145551234'],
      ['1155551234', 'tel:1155551234'],
      ['+598 99 123 456', 'tel:+59899123456'],
    ])
    for (const text of [
      'el 22-11-2026 a las 23:00',
      'el 22-11-2026 23:00',
      'del 22-11-2026 al 23-11-2026',
      '2026-11-22 2026-11-23',
      'somos 1500000',
      'entre 2025-2026',
      'CUIT 20-12345678-9',
      'CBU 0110012340001234567890',
      'wa.me/5491155551234',
      '1155551234@ana',
      '1 2 3 4 5 6 7 8 9 10 11 12',
    ])
      expect([text, getLinks(text)]).toEqual([text, []])
  })

  it('are not made of incomplete, misleading or other addresses', () => {
    for (const text of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://a.example',
      'https://',
      'http://[',
      'https://ana:clave@mal.example',
      'https://club.example@mal.example/',
      'https://a.example/\u202ecod.exe',
      'a@b',
      'a@@b.example',
      '@ana',
      'x@y.example?bcc=z',
      'nada.example',
    ])
      expect([text, getLinks(text)]).toEqual([text, []])
    const [[, href] = []] = getLinks('a%0d%0abcc=b@c.example')
    expect(href).toBe('mailto:a%250d%250abcc%3Db@c.example')
  })

  it('are found in linear time in any text', () => {
    const began = performance.now()
    for (const piece of [
      'https://',
      '@',
      'a@b.',
      '(',
      ')',
      '.',
      'a.b@c.d ',
      'http://a)',
      '+54 ',
      '(1',
      '1 ',
      '((https://a.example',
      'ñ',
    ])
      splitAtLinks(piece.repeat(Math.ceil(MESSAGE_MAX / piece.length)))
    expect(performance.now() - began).toBeLessThan(500)
  })
})
