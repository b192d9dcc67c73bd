import { describe, expect, it } from 'vitest'
import { MESSAGE_MAX } from '../../../contract/limits.ts'
import { partsOfText } from './links.ts'

const linksOf = (text: string) => partsOfText(text).flatMap(({ text, href }) => (href ? [[text, href]] : []))

describe('links in a message', () => {
  it('are pages and people, without the signs of the sentence', () => {
    expect(
      linksOf(
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

  it('leave the text as it was', () => {
    for (const text of [
      '',
      ' \n a  https://b.example\t,\r\n(c@d.example) ',
      'sin nada',
      'https://a.example https://a.example',
    ])
      expect(
        partsOfText(text)
          .map(({ text }) => text)
          .join(''),
      ).toBe(text)
    expect(partsOfText('una sola parte, sin enlaces')).toHaveLength(1)
  })

  it('lead nowhere else', () => {
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
      expect([text, linksOf(text)]).toEqual([text, []])
    const [[, href] = []] = linksOf('a%0d%0abcc=b@c.example')
    expect(href).toBe('mailto:a%250d%250abcc%3Db@c.example')
  })

  it('are found in no time, whatever somebody wrote', () => {
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
      '((https://a.example',
      'ñ',
    ])
      partsOfText(piece.repeat(Math.ceil(MESSAGE_MAX / piece.length)))
    expect(performance.now() - began).toBeLessThan(500)
  })
})
