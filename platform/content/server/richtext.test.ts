import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { xssVectors } from '../../../test/support/xss-vectors.ts'
import type { Picture } from '../shared/entity-parts.ts'
import { hasTooManyTags, plainText } from '../shared/richtext.ts'
import { findMediaIds, sanitizeRichText } from './richtext.ts'

const ours: Picture = {
  src: '/media/a-2400.jpg',
  base: '/media/a',
  width: 2400,
  height: 1200,
  widths: [320, 640, 960, 1280, 1920, 2400],
  formats: ['avif', 'webp', 'jpg'],
  placeholder: '',
}
const small: Picture = {
  ...ours,
  src: '/media/b-200.jpg',
  base: '/media/b',
  width: 200,
  height: 100,
  widths: [200],
}
const stored = new Map([
  ['a', ours],
  ['b', small],
])
const media = {
  parsePicturePath: (path: string) => /^\/media\/([a-z])-\d+\.(?:webp|jpg|avif)$/.exec(path)?.[1] ?? null,
  pictures: async (ids: string[]) => new Map([...stored].filter(([id]) => ids.includes(id))),
}
const clean = (html: string) => sanitizeRichText(html, media)

/**
 * The grammar of a stored text: text without angle brackets, and complete tags of the allow-list with quoted attributes.
 * All parsers read such a text in the same way, so a browser cannot find a script that the sanitiser did not see.
 */
const TAGS = 'h2|h3|h4|p|br|hr|ul|ol|li|blockquote|strong|em|u|s|span|a|img|figure|figcaption'
const ATTRIBUTES = 'href|rel|src|alt|width|height|loading|decoding|start|lang'
const ALLOWED = new RegExp(
  `^(?:[^<>]|</(?:${TAGS})>|<(?:${TAGS})(?: (?:${ATTRIBUTES})="[^"<>]*")*(?: /)?>)*$`,
)
const KEPT_FIGURE =
  /<figure><img (?:[a-z]+="[^"<>]*" )*\/><figcaption>[^<>]*[^<>\s][^<>]*<\/figcaption><\/figure>/g
const PAGE = 'https://club.test/news/x'

function expectHarmless(html: string) {
  expect(html).toMatch(ALLOWED)
  for (const [, href = ''] of html.matchAll(/ href="([^"]*)"/g)) {
    expect(href).not.toMatch(/&#|\p{Cc}/u)
    // The address as a browser parses it. It must have an allowed scheme and no hidden host.
    const text = href.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    const url = URL.parse(text, PAGE)
    if (url) expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(url.protocol)
    if (url?.host && !/^https?:\/\//i.test(text)) expect(url.host).toBe('club.test')
  }
  for (const [, source] of html.matchAll(/ src="([^"]*)"/g))
    expect(source).toMatch(/^\/media\/[ab]-\d+\.webp$/)
}

describe('scripts', () => {
  test.each(Object.entries(xssVectors))('removes the script of the vector: %s', async (_name, html) => {
    for (const around of [
      html,
      `<p>Antes ${html} después</p>`,
      `<ul><li>${html}`,
      `<a href="https://club.example">${html}`,
    ]) {
      const once = await clean(around)
      expectHarmless(once)
      // The sanitiser must not change a stored text, because the editor sends it back.
      expect(await clean(once)).toBe(once)
    }
  })

  test('cleans texts of any depth or size in linear time', async () => {
    const started = performance.now()
    for (const piece of [
      '<p>',
      '<ul><li>',
      '<strong><em>',
      '<',
      '<a href="',
      '<!--',
      '&',
      '<img src=',
      '<svg>',
      '</p>',
      '<p x=1 ',
      '<figure>',
      '<figure><img src="/media/b-200.jpg"><figcaption>',
      '<figcaption>a<b>',
    ]) {
      expectHarmless(await clean(piece.repeat(200_000 / piece.length)))
    }
    expect(performance.now() - started).toBeLessThan(15_000)
  })
})

test('keeps only the words of a text with too many tags', async () => {
  // Archives and versions from before the limit can contain a text with too many tags.
  const html = `<p>Uno &amp; <b>dos</b></p>${'<i>'.repeat(10_000)}<script>tres</script>< cuatro`
  expect(await clean(html)).toBe('<p>Uno &amp; dos tres &lt; cuatro</p>')
})

describe('texts of the editor', () => {
  const kept = [
    '<h2>Uno</h2><h3>Dos</h3><h4>Tres</h4>',
    '<p>Con <strong>fuerza</strong>, <em>énfasis</em>, <u>raya</u> y <s>tachado</s>.<br />Otra línea.</p>',
    '<ul><li><p>a</p></li><li><p>b</p></li></ul><ol start="3"><li>c</li></ol>',
    '<blockquote><p>Dijo.</p></blockquote><hr />',
    '<p><a href="https://club.example/a?b=c&amp;d=e#f" rel="noopener">x</a></p>',
    '<p><a href="mailto:hola@club.example" rel="noopener">x</a> <a href="tel:+541112345678" rel="noopener">y</a></p>',
    '<p><a href="/news/Otra" rel="noopener">x</a></p>',
    '<p>https://www.youtube.com/watch?v=abc</p>',
    '<p>2 &lt; 3 &amp;&amp; 4 &gt; 3 "comillas" ñandú 🎧</p>',
  ]
  test.each(kept)('keeps %s', async (html) => {
    expect(await clean(html)).toBe(html)
  })

  test.each([
    ['turns an h1 into an h2, because the title of the page is its h1', '<h1>Uno</h1>', '<h2>Uno</h2>'],
    [
      'turns h5 and h6 into h4',
      '<h2>a</h2><h3>b</h3><h5>c</h5><h6>d</h6>',
      '<h2>a</h2><h3>b</h3><h4>c</h4><h4>d</h4>',
    ],
    [
      'replaces old tags of emphasis',
      '<b>a</b><i>b</i><strike>c</strike><del>d</del>',
      '<p><strong>a</strong><em>b</em><s>c</s><s>d</s></p>',
    ],
    [
      'removes the markup of word processors',
      '<div class="MsoNormal" style="x"><span lang="ES">a</span><o:p></o:p></div>',
      '<p>a</p>',
    ],
    [
      'removes target and class of a link',
      '<a href="https://club.example" target="_blank" class="x">a</a>',
      '<p><a href="https://club.example/" rel="noopener">a</a></p>',
    ],
    [
      'keeps the words of a link without a valid target',
      '<p>a <a href="club.example">b</a></p>',
      '<p>a b</p>',
    ],
    ['removes bookmarks', '<h2><a name="_Toc1"></a>a</h2>', '<h2>a</h2>'],
  ])('%s', async (_what, html, expected) => {
    expect(await clean(html)).toBe(expected)
  })
})

test('keeps the language of a phrase, if it is in the list, and no other attribute of a span', async () => {
  const kept = '<p>Sonó <span lang="en">all night <em>long</em></span>.</p>'
  expect(await clean(kept)).toBe(kept)
  expect(await clean('<p><span lang="en" style="color:red" class="x" onclick="x()">a</span></p>')).toBe(
    '<p><span lang="en">a</span></p>',
  )
  for (const lang of ['es', 'en-US', 'EN', 'xx', 'constructor', '', 'en"onclick="x'])
    expect(await clean(`<p><span lang='${lang}'>a</span></p>`), lang).toBe('<p>a</p>')
  expect(await clean('<p lang="en">a <strong lang="en">b</strong></p>')).toBe('<p>a <strong>b</strong></p>')
  expect(await clean('<span lang="de"><p>a</p><p>b</p></span>')).toBe(
    '<p><span lang="de">a</span></p><p><span lang="de">b</span></p>',
  )
})

describe('pictures', () => {
  test('writes the served size and path of pictures, and returns each id once', async () => {
    const html = await sanitizeRichText(
      '<p><img src="/media/a-2400.jpg" alt="Una &quot;pista&quot;" width="9" style="x"><IMG SRC=/media/b-200.jpg><img src=\'/media/a-320.avif\'></p>',
      media,
    )
    expect(html).toBe(
      '<p><img src="/media/a-1280.webp" alt="Una &quot;pista&quot;" width="1280" height="640" loading="lazy" decoding="async" />' +
        '<img src="/media/b-200.webp" alt="" width="200" height="100" loading="lazy" decoding="async" />' +
        '<img src="/media/a-1280.webp" alt="" width="1280" height="640" loading="lazy" decoding="async" /></p>',
    )
    expect(findMediaIds(html, media)).toEqual(['a', 'b'])
  })

  test('removes missing and foreign pictures', async () => {
    const html = await sanitizeRichText(
      '<p>a<img src="/media/c-640.webp"><img src="https://club.example/media/a-640.webp"><img alt="x">b</p>',
      media,
    )
    expect(html).toBe('<p>ab</p>')
    expect(findMediaIds(html, media)).toEqual([])
  })

  test('does not count pictures that are only mentioned in the text', async () => {
    const html = await clean(
      '<p>se escribe &lt;img src="/media/a-640.webp"&gt; o src="/media/b-200.webp"</p>',
    )
    expect(html).toContain('/media/a-640.webp')
    expect(findMediaIds(html, media)).toEqual([])
  })
})

test('extracts words without markup, with spaces between them and none before a full stop', () => {
  expect(
    plainText('<h2>Chispa</h2> <p>Sin <strong>teléfonos</strong>.&nbsp;</p><p>(Ni <em>fotos</em>)</p>'),
  ).toBe('Chispa Sin teléfonos. (Ni fotos)')
})

describe('captions', () => {
  const picture =
    '<img src="/media/b-200.webp" alt="" width="200" height="100" loading="lazy" decoding="async" />'
  const figure = (words: string) => `<figure>${picture}<figcaption>${words}</figcaption></figure>`

  test('keeps a caption with its picture, and counts the picture', async () => {
    const html = `<p>Antes.</p>${figure('La pista, 4:30. Foto: Ana &amp; Cía.')}<p>Después.</p>`
    expect(await clean(html)).toBe(html)
    expect(findMediaIds(html, media)).toEqual(['b'])
    expect(plainText(html)).toContain('La pista, 4:30. Foto: Ana & Cía.')
  })

  test.each([
    [
      'reduces a caption to plain words',
      figure('La <strong>pista</strong><br><a href="/x">de</a> noche'),
      figure('La pista de noche'),
    ],
    ['removes a caption without words', figure(' <br>&nbsp; '), picture],
    [
      'keeps the words of a caption when its picture is foreign',
      '<figure><img src="https://club.example/a.webp"><figcaption>Uno</figcaption></figure>',
      '<p>Uno</p>',
    ],
    [
      'keeps the words of a caption without a picture',
      '<figure><figcaption>Uno</figcaption></figure>',
      '<p>Uno</p>',
    ],
    ['joins two captions of a picture', figure(`Uno</figcaption><figcaption>Dos`), `${picture}<p>UnoDos</p>`],
    ['takes a figure out of a caption', figure(figure('Dos')), `${picture}${figure('Dos')}`],
    [
      'removes attributes of figure and caption',
      `<figure class="x" id="y">${picture}<figcaption style="z">Uno</figcaption></figure>`,
      figure('Uno'),
    ],
    [
      'removes white space around picture and caption',
      `<figure>\n ${picture}\n <figcaption>\n Uno\n dos </figcaption>\n</figure>`,
      figure('Uno dos'),
    ],
    [
      'keeps only the words of a caption of two pictures',
      `<figure>${picture}${picture}<figcaption>Uno</figcaption></figure>`,
      `${picture}${picture}<p>Uno</p>`,
    ],
  ])('%s', async (_what, html, expected) => {
    expect(await clean(html)).toBe(expected)
  })
})

describe('structure', () => {
  const picture =
    '<img src="/media/b-200.webp" alt="" width="200" height="100" loading="lazy" decoding="async" />'

  test.each([
    ['removes an empty heading', '<h2></h2><p>a</p><h3><br></h3>', '<p>a</p>'],
    [
      'removes a heading of invisible characters',
      '<h2>&nbsp; \u200b\u2060<strong> </strong></h2><p>a</p>',
      '<p>a</p>',
    ],
    ['keeps the picture of an empty heading', '<h2><img src="/media/b-200.jpg"></h2>', picture],
    ['removes an empty heading in a list', '<ul><li><h3></h3>a</li></ul>', '<ul><li>a</li></ul>'],
    ['closes a jump of levels', '<h2>a</h2><h4>b</h4>', '<h2>a</h2><h3>b</h3>'],
    ['begins with an h2', '<h4>a</h4><p>b</p><h4>c</h4>', '<h2>a</h2><p>b</p><h2>c</h2>'],
    [
      'keeps headings of one level beside each other',
      '<h2>a</h2><h4>b</h4><h4>c</h4><h3>d</h3><h4>e</h4><h2>f</h2><h3>g</h3>',
      '<h2>a</h2><h3>b</h3><h3>c</h3><h3>d</h3><h4>e</h4><h2>f</h2><h3>g</h3>',
    ],
    ['ignores the level of an empty heading', '<h2>a</h2><h3></h3><h4>b</h4>', '<h2>a</h2><h3>b</h3>'],
    [
      'closes a jump inside a quote',
      '<h2>a</h2><blockquote><h4>b</h4></blockquote>',
      '<h2>a</h2><blockquote><h3>b</h3></blockquote>',
    ],
    ['wraps a text without tags', 'a', '<p>a</p>'],
    [
      'wraps bare text between blocks',
      'a <b>b</b><p>c</p>d<br>e<hr>f',
      '<p>a <strong>b</strong></p><p>c</p><p>d<br />e</p><hr /><p>f</p>',
    ],
    [
      'wraps bare text in a quote',
      '<blockquote>a<p>b</p></blockquote>',
      '<blockquote><p>a</p><p>b</p></blockquote>',
    ],
    ['wraps text beside a picture', `a<img src="/media/b-200.jpg">b`, `<p>a</p>${picture}<p>b</p>`],
    ['wraps no line break between blocks', '<p>a</p><br><p>b</p>', '<p>a</p><br /><p>b</p>'],
    [
      'leaves the text of list items',
      '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>',
      '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>',
    ],
    [
      'moves emphasis around blocks inside',
      '<strong><p>a</p>b<em><h2>c</h2></em></strong>',
      '<p><strong>a</strong></p><p><strong>b</strong></p><h2><strong><em>c</em></strong></h2>',
    ],
    [
      'keeps right-to-left text and emoji',
      '\u200f\u05e9\u05dc\u05d5\u05dd 👩🏽\u200d🎤 <b>a</b>',
      '<p>\u200f\u05e9\u05dc\u05d5\u05dd 👩🏽\u200d🎤 <strong>a</strong></p>',
    ],
  ])('%s', async (_what, html, expected) => {
    const once = await clean(html)
    expect(once).toBe(expected)
    expect(await clean(once)).toBe(once)
  })

  test('has no empty heading, no jump and no bare text for any order of blocks', async () => {
    const piece = fc.constantFrom(
      '<h1>a</h1>',
      '<h2>b</h2>',
      '<h3>c</h3>',
      '<h4>d</h4>',
      '<h6>e</h6>',
      '<h3> </h3>',
      '<h4>',
      '</h4>',
      'f',
      ' ',
      '<p>g</p>',
      '<b>h</b>',
      '<br>',
      '<hr>',
      '<blockquote>',
      '</blockquote>',
      '<ul><li>i</li></ul>',
      '<p>',
      '<em>',
      '</em>',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 15 }), async (pieces) => {
        const html = await clean(pieces.join(''))
        expect(html).not.toMatch(/<(h[2-4])>\s*<\/\1>/)
        let level = 1
        for (const [, next] of html.matchAll(/<h([2-4])>/g)) {
          expect(Number(next)).toBeLessThanOrEqual(level + 1)
          level = Number(next)
        }
        expect(html).not.toMatch(/^[^<]|[^>\s]$/)
        expect(html).not.toMatch(/<\/(?:p|h[2-4]|ul|blockquote)>\s*[^\s<]/)
        expect(plainText(html).replace(/\s/g, '')).toBe(plainText(pieces.join('')).replace(/\s/g, ''))
        expect(await clean(html)).toBe(html)
      }),
      { numRuns: 2000 },
    )
  })

  test('repairs 10,000 tags in bounded time, and never exceeds the limit of tags', async () => {
    for (const [piece, count] of [
      ['<h4>a</h4>', 5000],
      ['a<hr>', 9999],
      ['<h4></h4>', 5000],
      ['<b>a</b>b', 5000],
      ['<blockquote>a', 9999],
      ['<h2>', 9999],
      ['<em><h3>', 4999],
    ] as const) {
      const started = performance.now()
      const once = await clean(piece.repeat(count))
      expect(performance.now() - started, piece).toBeLessThan(3000)
      expect(hasTooManyTags(await clean(`${'a<hr />'.repeat(count)}`))).toBe(false)
      expect(once).toBe(await clean(once))
    }
  })
})

test('keeps text without links and pictures unchanged', async () => {
  for (const html of [
    '',
    '<p>Una línea.</p>',
    '<h2>Uno</h2><h3>Dos</h3><h4>Tres</h4>',
    '<p>Con <strong>fuerza <em>y énfasis</em></strong>.<br />Otra línea.</p>\n<p>2 &lt; 3 &amp;&amp; 4 &gt; 3 "comillas" ñandú 🎧</p>',
    '<ul><li><p>a</p></li><li><p>b</p><ol><li>c</li></ol></li></ul><hr /><blockquote><p>Dijo.</p></blockquote>',
  ])
    expect(await clean(html)).toBe(html)
})

test('does not change stored text in another pass', async () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '&',
    'lt;',
    '&lt;',
    '&amp;',
    '&copy',
    '&#60;',
    '&nbsp;',
    '</p>',
    '<p>',
    '<b>',
    '"',
    ' ',
    'a',
    '\u00a0',
    '<a href="/x">',
    '<!--',
    '-->',
    ']]>',
    '<figure>',
    '</figure>',
    '<img src="/media/b-200.jpg">',
    '<figcaption>',
    '</figcaption>',
    'a',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const once = await clean(pieces.join(''))
      expectHarmless(once)
      expect(once.replace(KEPT_FIGURE, '')).not.toMatch(/<\/?fig/)
      expect(await clean(once)).toBe(once)
    }),
    { numRuns: 2000 },
  )
})
