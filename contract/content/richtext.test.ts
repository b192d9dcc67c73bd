import { describe, expect, it } from 'vitest'
import { completeLink, isTextLink } from './richtext.ts'

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
  ])('takes %j', (href) => expect(isTextLink(href)).toBe(true))
})

describe('completeLink', () => {
  it.each([
    ['club.example', 'https://club.example'],
    [' club.example/entradas?x=1 ', 'https://club.example/entradas?x=1'],
    ['localhost.example:8080/x', 'https://localhost.example:8080/x'],
    ['hola@club.example', 'mailto:hola@club.example'],
  ])('guesses what %j means', (typed, meant) => {
    expect(completeLink(typed)).toBe(meant)
    expect(isTextLink(meant)).toBe(true)
  })

  it.each(['https://club.example', '/news', 'javascript:alert(1)', 'dos palabras', 'palabra', ''])(
    'leaves %j as it is',
    (typed) => expect(completeLink(typed)).toBe(typed),
  )
})
