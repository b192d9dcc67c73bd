import { describe, expect, it } from 'vitest'
import { completeTextLink, findLinks, isTextLink } from './richtext.ts'

describe('isTextLink', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//otro.example',
    '/\\otro.example',
    '/\t/otro.example',
    'https:otro.example',
    'https:///otro.example',
    'https://club.example@otro.example/',
    'https:\\\\otro.example',
    '/a\u0009b',
    `/${'a'.repeat(2048)}`,
    `mailto:${'a'.repeat(2048)}@otro.example`,
    'https://otro.example/con espacio',
    'mailto:',
    'mailto:sin-arroba',
    'tel:no es un número',
    'sin/barra/adelante',
    '#parte',
    '',
  ])('refuses %j', (href) => expect(isTextLink(href)).toBe(false))

  it.each([
    'https://otro.example/a?b=c#d',
    'http://otro.example',
    '/',
    '/news/Otra-noche',
    '/contact#mapa',
    'mailto:hola@club.example?subject=Hola',
    'tel:+54(11)4300-0000',
  ])('accepts %j', (href) => expect(isTextLink(href)).toBe(true))
})

describe('completeTextLink', () => {
  it.each([
    ['club.example', 'https://club.example'],
    [' club.example/entradas?x=1 ', 'https://club.example/entradas?x=1'],
    ['localhost.example:8080/x', 'https://localhost.example:8080/x'],
    ['hola@club.example', 'mailto:hola@club.example'],
  ])('completes %j', (typed, meant) => {
    expect(completeTextLink(typed)).toBe(meant)
    expect(isTextLink(meant)).toBe(true)
  })

  it.each(['https://club.example', '/news', 'javascript:alert(1)', 'dos palabras', 'palabra', ''])(
    'leaves %j as it is',
    (typed) => expect(completeTextLink(typed)).toBe(typed),
  )
})

describe('findLinks', () => {
  it.each([
    ['mirá https://club.example/a?b=c.', 'https://club.example/a?b=c', 'https://club.example/a?b=c'],
    ['(www.club.example/x)', 'www.club.example/x', 'https://www.club.example/x'],
    ['en club.com.ar, hoy', 'club.com.ar', 'https://club.com.ar'],
    ['youtu.be/dQw4w9WgXcQ', 'youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
    ['«ana@club.example»', 'ana@club.example', 'mailto:ana@club.example'],
    ['https://es.wikipedia.org/wiki/House_(m%C3%BAsica)', undefined, undefined],
  ])('finds the address in %j', (words, text = words, href = words) => {
    expect(findLinks(words)).toEqual([{ text, href, index: words.indexOf(text) }])
  })

  it.each([
    '',
    'hola, ¿qué tal?',
    'Terminó.Es tarde',
    'llega a las 4.30 y/o después',
    'javascript:alert(1)',
    'https://',
    'data.txt',
    '@ana',
    `https://club.example/${'a'.repeat(2048)}`,
  ])('finds no address in %j', (words) => expect(findLinks(words)).toEqual([]))

  it('takes linear time', () => {
    const started = performance.now()
    for (const piece of ['a.', 'www.', '(', 'a@', 'https://a)', 'a.com/', ') '])
      findLinks(piece.repeat(200_000 / piece.length))
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
