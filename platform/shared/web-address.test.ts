import { domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { URL_MAX } from './limits.ts'
import { formatLink, isWebAddress, normalizeLink } from './web-address.ts'

/** Removes differences of case and of the encoding of accents. */
const folded = (host: string): string => host.toLowerCase().toUpperCase().normalize()

describe('a web address', () => {
  test.each([
    'https://club.example',
    'http://club.example:8080/a?b=c#d',
    'HTTPS://CLUB.EXAMPLE/',
    'https://ñandú.example/año',
    'https://n\u0303andu\u0301.example/',
    'https://col·lectiu.example/',
    'https://xn--and-6ma2c.example/',
    'https://club.example?noche=1',
    'https://club.example#mapa',
    'https://club.example.',
    'https://medium.com/@ana/una-noche',
    'https://club.example/?mail=ana@club.example',
    'http://localhost:3000/',
    'http://my_bucket:9000',
    'https://203.0.113.7/',
    'https://[2001:db8::1]/',
    'http://[::1]:3000/x',
    `https://club.example/${'a'.repeat(URL_MAX - 21)}`,
  ])('may be %j', (text) => expect(isWebAddress(text)).toBe(true))

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://club.example',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'ftp://club.example/x',
    'file:///etc/passwd',
    'mailto:ana@club.example',
    'blob:https://club.example/x',
    '//club.example/x',
    '/x',
    'x',
    'club.example',
    'http\u017f://club.example',
    'https://',
    'https:///',
    'https://?x',
    'https://#x',
    'https://:3000/',
    'https://club example/',
    'https://club.example/a b',
    'https://club.example/a\u00a0b',
    'https://club.example\t/',
    'ht\ntps://club.example/',
    'https:/\t/club.example/',
    'https://club\r\n.example/',
    'https://club.example/\u0000',
    'https://club.example/\u0085x',
    'https://club.example/\u202egpj.exe',
    'https://club.example/?x=\u2066y',
    ' https://club.example/',
    'https://%00/',
    'https://club.example:99999/',
    'https://club.example:/',
    // On a page with https, browsers resolve these texts as relative URLs.
    'https:club.example',
    'https:/club.example',
    'http:\\\\club.example',
    // Parsers accept any number of slashes or backslashes instead of two slashes.
    'http:///club.example',
    'https:////club.example/x',
    'https:\\\\club.example',
    'https:/\\club.example',
    'https://\\club.example',
    'https://club.example\\x',
    'https://club.example\\@otro.example/',
    'https://club.example/a\\b',
    // Credentials before the @ can hide the host of a link from a reader.
    'https://ana@club.example/',
    'https://ana:clave@club.example/',
    'https://@club.example/',
    'https://club.example@otro.example/',
    'https://club.example:443@otro.example/',
    // These hosts are invalid.
    'https://.',
    'https://..',
    'https://.club.example/',
    'https://club..example/',
    'https://club"x.example/',
    'https://[club.example]/',
    'https://[::1/',
    // Parsers convert these hosts into others than a reader sees.
    'https://%63lub.example/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'https://club\u00ad.example/',
    'https://club\u200d.example/',
    'https://club\ufe0f.example/',
    'https://\u3164.example/',
    'https://ｃlub.example/',
    'https://club。example/',
    'https://club．example/',
    'https://club.example\u2215x.otro.example/',
    'https://club.example\uff0fx.otro.example/',
  ])('rejects %j', (text) => expect(isWebAddress(text)).toBe(false))

  test('is rejected by its length before other processing', () => {
    const pieces = ['a', '.', '-', 'a.', '%', '@', '[', ':', '\\', '\u0316\u0300', ' ', '\ud800', '１']
    for (const start of ['', 'https://', 'https://a', 'https://a/'])
      for (const piece of pieces)
        expect(isWebAddress(start + piece.repeat(1_000_000 / piece.length))).toBe(false)
    expect(isWebAddress(`https://club.example/${'a'.repeat(URL_MAX)}`)).toBe(false)
  })

  test('has the host that is visible between its slashes', () => {
    const part = fc.oneof(
      fc.constantFrom(
        ...['https://', 'http://', 'club', '.example', '.', ':', '443', '@', '/', '\\', '?', '#', '%2e'],
        ...['[::1]', '127.1', '0x7f', 'ñ', 'n\u0303', '\u00ad', '\u200b', 'xn--', '｡', '／', '\u2100', 'ß'],
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.string({ unit: 'binary', maxLength: 3 }),
    )
    const text = fc
      .tuple(
        fc.constantFrom('https://', 'HTTP://', 'http:///', 'https:', ''),
        fc.array(part, { maxLength: 6 }),
      )
      .map(([scheme, parts]) => scheme + parts.join(''))
    let taken = 0
    fc.assert(
      fc.property(text, (address) => {
        if (!isWebAddress(address)) return
        taken++
        const url = new URL(address)
        expect(url.username + url.password).toBe('')
        const [, read = ''] = /^https?:\/\/([^/?#]*)/i.exec(address) ?? []
        const host = read.replace(/:\d+$/, '')
        expect(host).not.toBe('')
        if (host.startsWith('[')) expect(url.hostname).toMatch(/^\[[\da-f:]+\]$/)
        else if (/^[\x20-\x7e]*$/.test(host)) expect(url.hostname).toBe(host.toLowerCase())
        else expect(folded(domainToUnicode(url.hostname))).toBe(folded(host))
        const port = /:(\d+)$/.exec(read)?.[1]
        const usual = { 'http:': '80', 'https:': '443' }[url.protocol]
        if (port !== undefined) expect(url.port || usual).toBe(String(Number(port)))
      }),
      { numRuns: 20_000 },
    )
    // About 550 of the texts are valid addresses. The limit of 300 makes sure that the test compares enough of them.
    expect(taken).toBeGreaterThan(300)
  })
})

describe('a stored link', () => {
  test.each([
    ['no es un enlace"<', 'no es un enlace"<'],
    ['https://club.example', 'https://club.example/'],
    ['HTTPS://CLUB.EXAMPLE:443/a/../b', 'https://club.example/b'],
    ['https://club.example/a"b<c>^d', 'https://club.example/a%22b%3Cc%3E%5Ed'],
    ['https://club.example/?q="<>&x=%zz', 'https://club.example/?q=%22%3C%3E&x=%zz'],
    ['https://club.example/año?q=ñ#ü', 'https://club.example/a%C3%B1o?q=%C3%B1#%C3%BC'],
    ['https://ñandú.example/', 'https://xn--and-6ma2c.example/'],
  ])('of %j is %j', (typed, stored) => {
    expect(normalizeLink(typed)).toBe(stored)
    expect(normalizeLink(stored)).toBe(stored)
  })

  test.each([
    ['https://club.example/a%C3%B1o', 'https://club.example/año'],
    ['https://club.example/a%20b%22%3C', 'https://club.example/a%20b%22%3C'],
    ['https://club.example/%zz%C3%28%E2%80%8B%E2%80%AE', 'https://club.example/%zz%C3%28%E2%80%8B%E2%80%AE'],
    ['https://xn--and-6ma2c.example/', 'https://xn--and-6ma2c.example/'],
  ])('%j is shown as %j', (stored, shown) => expect(formatLink(stored)).toBe(shown))

  test('is the same after a form showed it', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string(), (url, more) => {
        fc.pre(isWebAddress(url + more))
        const stored = normalizeLink(url + more)
        expect(normalizeLink(formatLink(stored))).toBe(stored)
      }),
    )
  })
})
