import fc from 'fast-check'
import sanitizer from 'sanitize-html'
import { describe, expect, test } from 'vitest'
import { RICH_TEXT_TAGS } from '../../contract/content/richtext.ts'
import { evasions } from '../../test/support/markup.ts'
import { isPlainMarkup } from './plain-markup.ts'

describe('is for the sanitizer', () => {
  // Of the others nobody's parser makes a tag: they are text.
  test.each(Object.values(evasions).filter((html) => html.includes('<')))('%s', (html) => {
    expect(isPlainMarkup(html)).toBe(false)
    expect(isPlainMarkup(`<p>${html}</p>`)).toBe(false)
  })

  test.each([
    ['an attribute', '<p class="x">a</p>'],
    ['a link', '<p><a href="https://club.example">a</a></p>'],
    ['a picture', '<p><img src="/media/a-320.webp" /></p>'],
    ['a space in a tag', '<p >a</p>'],
    ['a tag that is not written as we write it', '<P>a</P>'],
    ['an end of nothing', 'a</p>'],
    ['a beginning without an end', '<p>a'],
    ['ends in the wrong order', '<p><em>a</p></em>'],
    ['a paragraph in a paragraph', '<p>a<p>b</p></p>'],
    ['an item without a list', '<li>a</li>'],
    ['text of an angle bracket', 'a < b'],
    ['text of an ampersand', 'a & b'],
    ['another entity', 'a&nbsp;b'],
    ['the entity of a letter', '&#106;avascript'],
    ['a letter that is no letter', 'a\u0000b'],
    ['an old end of line', 'a\rb'],
    ['more depth than anybody writes', `${'<em>'.repeat(20)}a${'</em>'.repeat(20)}`],
  ])('%s', (_what, html) => {
    expect(isPlainMarkup(html)).toBe(false)
  })
})

test('what is typed without a link or a picture is plain', () => {
  for (const html of [
    '',
    'Una línea.',
    '<h2>Uno</h2><h3>Dos</h3><h4>Tres</h4>',
    '<p>Con <strong>fuerza <em>y énfasis</em></strong>.<br />Otra línea.</p>\n<p>2 &lt; 3 &amp;&amp; 4 &gt; 3 "comillas" ñandú 🎧</p>',
    '<ul><li><p>a</p></li><li><p>b</p><ol><li>c</li></ol></li></ul><hr /><blockquote><p>Dijo.</p></blockquote>',
  ])
    expect(isPlainMarkup(html)).toBe(true)
})

test('the sanitizer has nothing to do where text is plain', () => {
  const tags = ['p', 'h2', 'h4', 'ul', 'ol', 'li', 'blockquote', 'strong', 'em', 'u', 's']
  const { markup } = fc.letrec<{ markup: string; piece: string }>((tie) => ({
    markup: fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('')),
    piece: fc.oneof(
      { maxDepth: 5 },
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        'a',
        ' ',
        '\n',
        '<br />',
        '<hr />',
        '&amp;',
        '&lt;',
        '&gt;',
        '"',
        "'",
        '&#60;',
        '<!--',
        '-->',
      ),
      fc.tuple(fc.constantFrom(...tags), tie('markup')).map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
    ),
  }))
  let plain = 0
  const once = (html: string) => {
    if (!isPlainMarkup(html)) return
    plain++
    expect(
      sanitizer(html, { allowedTags: [...RICH_TEXT_TAGS], allowedAttributes: {}, nestingLimit: 40 }),
    ).toBe(html)
  }
  fc.assert(fc.property(markup, once), { numRuns: 20_000 })
  // Else this would be a test of nothing.
  expect(plain).toBeGreaterThan(1_000)
})
