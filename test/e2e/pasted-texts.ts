/** Texts as programs copy them, with the text that the editor has after the paste. All were written for these tests. */

export interface PastedText {
  name: string
  html?: string
  plain?: string
  rtf?: string
  /** Number of pictures beside the text. */
  files?: number
  /** HTML of the text in the editor, as `readText` returns it. */
  text: string
  /** Number of pictures that the paste lost. */
  lost?: number
}

const docs = (html: string) =>
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-4f2a">${html}</b>`

const docsItem = (words: string, level = 1) =>
  `<li dir="ltr" style="list-style-type:decimal;font-size:11pt;font-family:Arial;white-space:pre;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;" role="presentation"><span style="font-size:11pt;font-weight:400;font-style:normal;text-decoration:none;white-space:pre-wrap;">${words}</span></p></li>`

const word = (html: string) =>
  `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=ProgId content=Word.Document><style><!--
@list l0:level1 {mso-level-number-format:bullet;}
p.MsoNormal {margin:0cm;}
--></style></head><body lang=ES-AR style='tab-interval:35.4pt'><!--StartFragment-->${html}<!--EndFragment--></body></html>`

const wordItem = (marker: string, words: string, level = 1, list = 0) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l${list} level${level} lfo1'><![if !supportLists]><span
lang=ES style='mso-fareast-font-family:Aptos'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=ES>${words}<o:p></o:p></span></p>
`

const webWordItem = (tag: string, words: string, level: number, start = 1) =>
  `<div class="ListContainerWrapper SCXW1 BCX0"><${tag} class="NumberListStyle1 SCXW1" role="list"${tag === 'ol' ? ` start="${start}"` : ''}><li data-leveltext="%1." data-listid="1" data-aria-posinset="${start}" data-aria-level="${level}" role="listitem" class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1" style="font-weight:normal;font-style:normal"><span class="TextRun SCXW1" style="font-weight:normal"><span class="NormalTextRun SCXW1">${words}</span></span><span class="EOP SCXW1">&nbsp;</span></p></li></${tag}></div>`

const li = (...words: string[]) => words.map((word) => `<li><p>${word}</p></li>`).join('')

export const pastedTexts: PastedText[] = [
  // Plain text keeps its characters.
  { name: 'underscores of a name', plain: 'IG: _dark_matter_', text: '<p>IG: _dark_matter_</p>' },
  { name: 'multiplication', plain: '5 * 3 * 2 = 30 y 2*3*4', text: '<p>5 * 3 * 2 = 30 y 2*3*4</p>' },
  {
    name: 'marks of a chat without its date',
    plain: '*LISTA MICA* _hoy_ ~mañana~ snake_case_name **doble** __doble__ ~~doble~~',
    text: '<p>*LISTA MICA* _hoy_ ~mañana~ snake_case_name **doble** __doble__ ~~doble~~</p>',
  },
  {
    name: 'lines that look like Markdown',
    plain: '# uno\n- dos\n1. tres\n> cuatro\n---\n```',
    text: '<p># uno</p><p>- dos</p><p>1. tres</p><p>&gt; cuatro</p><p>---</p><p>```</p>',
  },
  { name: 'numbered lines', plain: '1. uno\n2. dos', text: '<p>1. uno</p><p>2. dos</p>' },
  { name: 'an initial', plain: 'A. Paz', text: '<p>A. Paz</p>' },
  {
    name: 'spaces that do not break',
    plain: 'Una\u00a0noche\u00a0\u00a0de\u202fverano\u00a0en\u00a0la\u00a0terraza',
    text: '<p>Una noche  de verano en la terraza</p>',
  },
  {
    name: 'emoji, joiners and right-to-left text',
    plain: '🔥 👩🏽‍🎤 🏴󠁧󠁢󠁥󠁮󠁧󠁿 \u200fשלום\u200e مرحبا ½ ſ',
    text: '<p>🔥 👩🏽‍🎤 🏴󠁧󠁢󠁥󠁮󠁧󠁿 שלום مرحبا ½ ſ</p>',
  },
  // Chats.
  {
    name: 'WhatsApp on Android',
    plain:
      '22/11/26, 21:03 - Mica: *Hoy* _desde_ las ~23~ *_24_*\n22/11/26, 21:04 - Beto: IG: _dark_matter_, 5 * 3 * 2, snake_case',
    text: '<p>22/11/26, 21:03 - Mica: <strong>Hoy</strong> <em>desde</em> las <s>23</s> <strong><em>24</em></strong></p><p>22/11/26, 21:04 - Beto: IG: _dark_matter_, 5 * 3 * 2, snake_case</p>',
  },
  {
    name: 'WhatsApp on iOS',
    plain: '[22/11/26, 21:03:15] Mica: *Pulso*, ¿_venís_? 2*3*4',
    text: '<p>[22/11/26, 21:03:15] Mica: <strong>Pulso</strong>, ¿<em>venís</em>? 2*3*4</p>',
  },
  {
    name: 'WhatsApp in the browser',
    html: '<meta charset="utf-8"><div class="copyable-text" data-pre-plain-text="[21:03, 22/11/2026] Mica: "><span dir="ltr" class="selectable-text copyable-text" style="white-space: pre-wrap;"><span><strong class="selectable-text">Hoy</strong> abre\nla pista <img alt="🔥" draggable="false" class="b75 emoji" src="data:image/gif;base64,R0lGOD" style="background-position: 0px -20px;" data-plain-text="🔥"></span></span></div>',
    plain: '*Hoy* abre\nla pista 🔥',
    text: '<p><strong>Hoy</strong> abre<br>la pista 🔥</p>',
  },
  // Google Docs.
  {
    name: 'Google Docs: a selection that begins in an inner list',
    html: '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><ol><ol><li dir="ltr"><p dir="ltr"><span>F2</span></p></li></ol><li dir="ltr"><p dir="ltr"><span>G1</span></p></li></ol></b>',
    text: `<ol>${li('F2', 'G1')}</ol>`,
  },
  {
    name: 'Google Docs: levels of a whole list',
    html: docs(
      `<ol style="margin-top:0;">${docsItem('Uno')}<ol>${docsItem('Uno a', 2)}${docsItem('Uno b', 2)}<ol>${docsItem('hondo', 3)}</ol></ol>${docsItem('Dos')}</ol><p dir="ltr"><span>Fin</span></p>`,
    ),
    text: '<ol><li><p>Uno</p><ol><li><p>Uno a</p></li><li><p>Uno b</p><ol><li><p>hondo</p></li></ol></li></ol></li><li><p>Dos</p></li></ol><p>Fin</p>',
  },
  {
    name: 'Google Docs: a selection that begins two levels down',
    html: docs(
      `<ul><ul><ul>${docsItem('c', 3)}</ul>${docsItem('b', 2)}</ul>${docsItem('a')}<ul>${docsItem('a1', 2)}</ul></ul>`,
    ),
    text: `<ul>${li('c', 'b')}<li><p>a</p><ul>${li('a1')}</ul></li></ul>`,
  },
  {
    name: 'Google Docs: a list that goes on after a paragraph',
    html: docs(
      `<ol>${docsItem('Uno')}${docsItem('Dos')}</ol><p dir="ltr"><span>Aparte</span></p><ol start="3">${docsItem('Tres')}</ol>`,
    ),
    text: `<ol>${li('Uno', 'Dos')}</ol><p>Aparte</p><ol start="3">${li('Tres')}</ol>`,
  },
  {
    name: 'Google Docs: emphasis and headings',
    html: docs(
      '<h1 dir="ltr"><span style="font-size:20pt;font-weight:700;">Título</span></h1><br /><p dir="ltr"><span style="font-weight:700;font-style:normal;">Fuerte</span><span style="font-weight:400;"> y </span><span style="font-style:italic;font-weight:400;">fino</span></p>',
    ),
    text: '<h2>Título</h2><p><strong>Fuerte</strong> y <em>fino</em></p>',
  },
  {
    name: 'Google Docs: a picture and an empty item',
    html: docs(
      `<ul>${docsItem('Uno')}${docsItem('')}</ul><p><span><img src="https://lh7-rt.googleusercontent.com/docsz/x" width="602" height="339"></span></p>`,
    ),
    text: `<ul>${li('Uno')}</ul>`,
    lost: 1,
  },
  {
    name: 'Google Docs: a list to tick',
    html: docs(
      '<ul><li role="checkbox" aria-checked="false" aria-level="1"><img src="data:image/png;base64,iVBOR" width="17" alt="unchecked" aria-roledescription="checkbox"><p role="presentation"><span>Probar sonido</span></p></li></ul>',
    ),
    text: `<ul>${li('Probar sonido')}</ul>`,
  },
  // Word on the desktop.
  {
    name: 'Word: numbers with letters inside',
    html: word(
      wordItem('1.', 'Uno') + wordItem('a.', 'Uno a', 2) + wordItem('b.', 'Uno b', 2) + wordItem('2.', 'Dos'),
    ),
    text: `<ol><li><p>Uno</p><ol>${li('Uno a', 'Uno b')}</ol></li><li><p>Dos</p></li></ol>`,
  },
  {
    name: 'Word: bullets of three fonts',
    html: word(
      wordItem('·', 'Uno') + wordItem('o', 'Dos', 2) + wordItem('§', 'Tres', 3) + wordItem('·', 'Cuatro'),
    ),
    text: `<ul><li><p>Uno</p><ul><li><p>Dos</p><ul>${li('Tres')}</ul></li></ul></li><li><p>Cuatro</p></li></ul>`,
  },
  {
    name: 'Word: a selection that begins at the third level of number iv',
    html: word(
      wordItem('iv.', 'Hondo', 3) +
        wordItem('b.', 'Medio', 2) +
        wordItem('2.', 'Dos') +
        wordItem('a.', 'Dos a', 2),
    ),
    text: `<ol start="4">${li('Hondo')}</ol><ol start="2">${li('Medio')}</ol><ol start="2"><li><p>Dos</p><ol>${li('Dos a')}</ol></li></ol>`,
  },
  {
    name: 'Word: numbers that begin again, then bullets',
    html: word(
      wordItem('1.', 'a') +
        wordItem('2.', 'b') +
        wordItem('1.', 'c', 1, 1) +
        wordItem('·', 'd', 1, 2) +
        '<p class=MsoNormal>Aparte<o:p></o:p></p>' +
        wordItem('3)', 'e'),
    ),
    text: `<ol>${li('a', 'b')}</ol><ol>${li('c')}</ol><ul>${li('d')}</ul><p>Aparte</p><ol start="3">${li('e')}</ol>`,
  },
  {
    name: 'Word: a first item that was selected in part',
    html: word(
      '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span lang=ES>media línea<o:p></o:p></span></p>' +
        wordItem('2.', 'Dos'),
    ),
    text: `<ol>${li('media línea', 'Dos')}</ol>`,
  },
  {
    name: 'Word: list paragraphs after a mail program removed the styles',
    html: '<div><p class="x_MsoListParagraph" style="margin-left:.5in;text-indent:-.25in"><span style="font-family:Symbol">·<span style="font:7.0pt &quot;Times New Roman&quot;">&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span>Uno</p><p class="x_MsoListParagraph" style="margin-left:1.0in;text-indent:-.25in"><span style="font-family:&quot;Courier New&quot;">o<span style="font:7.0pt &quot;Times New Roman&quot;">&nbsp;&nbsp; </span></span>Dos</p><p class="x_MsoListParagraph">Sin marca</p></div>',
    text: `<ul><li><p>Uno</p><ul>${li('Dos')}</ul></li></ul><p>Sin marca</p>`,
  },
  {
    name: 'Word: a picture as VML with its copy',
    html: word(
      '<p class=MsoNormal>Antes <!--[if gte vml 1]><v:shapetype id="_x0000_t75" coordsize="21600,21600"></v:shapetype><v:shape id="_x0000_i1025" style="width:100pt"><v:imagedata src="file:///C:/Users/Ana/AppData/Local/Temp/clip_image001.png" o:title=""/></v:shape><![endif]--><![if !vml]><img width=200 height=90 src="file:///C:/Users/Ana/AppData/Local/Temp/clip_image002.png" v:shapes="_x0000_i1025"><![endif]> después<o:p></o:p></p>',
    ),
    files: 1,
    text: '<p>Antes después</p>',
    lost: 1,
  },
  {
    name: 'Word: a picture as VML alone',
    html: word(
      '<p class=MsoNormal>Antes<!--[if gte vml 1]><v:shape><v:imagedata src="file:///C:/clip_image001.emz"/></v:shape><![endif]--></p>',
    ),
    text: '<p>Antes</p>',
    lost: 1,
  },
  {
    name: 'Word: a text with a picture of that text',
    html: word('<p class=MsoNormal>Sin <b>imagen</b></p>'),
    rtf: '{\\rtf1\\ansi Sin {\\b imagen}}',
    files: 1,
    text: '<p>Sin <strong>imagen</strong></p>',
  },
  {
    name: 'Word: pictures in the RTF alone',
    html: word('<p class=MsoNormal>Con imagen</p>'),
    rtf: '{\\rtf1 Con {\\*\\shppict{\\pict\\pngblip 89504e47}}{\\nonshppict{\\pict\\wmetafile8 0100}} imagen}',
    text: '<p>Con imagen</p>',
    lost: 1,
  },
  // Word for the web.
  {
    name: 'Word for the web: one list for each item',
    html: `<div class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1" role="heading" aria-level="1"><span class="TextRun">Título</span><span class="EOP">&nbsp;</span></p></div>${webWordItem('ol', 'Uno', 1)}${webWordItem('ol', 'Uno a', 2)}${webWordItem('ol', 'Dos', 1, 2)}${webWordItem('ul', 'punto', 1)}`,
    text: `<h2>Título</h2><ol><li><p>Uno</p><ol>${li('Uno a')}</ol></li><li><p>Dos</p></li></ol><ul>${li('punto')}</ul>`,
  },
  // Other programs.
  {
    name: 'items without their list',
    html: '<meta charset="utf-8"><li>dos</li><li>tres</li>',
    text: `<ul>${li('dos', 'tres')}</ul>`,
  },
  {
    name: 'an item that only contains a list',
    html: '<ul><li style="list-style-type: none;"><ul><li>hondo</li></ul></li><li>uno</li></ul>',
    text: `<ul>${li('hondo', 'uno')}</ul>`,
  },
  {
    name: 'a list with a heading, a blank item and a number',
    html: '<ol start="4"><li><h3>Cuatro</h3></li><li><br></li><li>&nbsp;</li><li>Cinco<ul><li>punto</li></ul></li></ol>',
    text: `<ol start="4"><li><p>Cuatro</p></li><li><p>Cinco</p><ul>${li('punto')}</ul></li></ol>`,
  },
  {
    name: 'pictures of five kinds',
    html: '<p>a<img src="file:///C:/x.png"><img src="data:image/png;base64,iVBOR"><img src="blob:https://x.example/1"><img src="cid:ii_1"><img src="webkit-fake-url://1/x.png"></p>',
    text: '<p>a</p>',
    lost: 5,
  },
  {
    name: 'a picture with sources, a drawing and a background',
    html: '<p>a<picture><source srcset="https://x.example/a.avif"><img src="https://x.example/a.jpg"></picture></p><svg width="9"><image href="https://x.example/b.png"/></svg><p><span style="width:10pt;background-image:url(https://x.example/c.png)">b</span></p>',
    text: '<p>a</p><p>b</p>',
    lost: 3,
  },
  {
    name: 'no pictures: dots that count readers, and hidden icons',
    html: '<p>a<img src="https://x.example/open.gif" width="1" height="1"><svg aria-hidden="true"><path d="M0 0"/></svg></p>',
    text: '<p>a</p>',
  },
  {
    name: 'a picture file beside the text of a page',
    html: '<p>Texto de una página</p>',
    files: 1,
    text: '<p>Texto de una página</p>',
    lost: 1,
  },
  {
    name: 'a picture in the text of another editor of this kind',
    html: '<p data-pm-slice="1 1 []">Uno <b>dos</b><img src="https://x.example/a.png"></p>',
    text: '<p>Uno <strong>dos</strong></p>',
    lost: 1,
  },
  {
    name: 'text of a program with line breaks',
    html: '<pre style="white-space: pre-wrap">23:00 Ana\n00:30 Beto\n</pre>',
    text: '<p>23:00 Ana<br>00:30 Beto</p>',
  },
  {
    name: 'a picture of another site alone',
    html: '<meta charset="utf-8"><img src="https://x.example/a.png" alt="Una pista">',
    text: '<p></p>',
    lost: 1,
  },
  {
    name: 'line ends of slides',
    plain: 'Viernes\u000bSábado\u2028Domingo',
    text: '<p>Viernes</p><p>Sábado</p><p>Domingo</p>',
  },
  {
    name: 'a table of a newsletter with a list, and a table of hours',
    html: '<table><tbody><tr><td><h1>Hoy</h1><table><tr><td><p>Ana</p><p>en vivo</p></td><td>23:00</td></tr></table><ul><li>uno</li><li>dos</li></ul></td></tr></tbody></table>',
    text: `<h2>Hoy</h2><p>Ana en vivo · 23:00</p><ul>${li('uno', 'dos')}</ul>`,
  },
  {
    name: 'marks in the text of a page',
    html: '<p>*LISTA* _dark_matter_ 2*3*4&nbsp;&nbsp;**x**</p>',
    text: '<p>*LISTA* _dark_matter_ 2*3*4 **x**</p>',
  },
  // Written after the others, without sight of the code. 9 of these 10 were right at once.
  {
    name: 'Google Docs: numbers with bullets inside, from the middle of an inner bullet',
    html: '<meta charset="utf-8"><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-9c"><ol style="margin-top:0;margin-bottom:0;"><ul style="margin-top:0;"><li dir="ltr" aria-level="2" style="list-style-type:circle"><p dir="ltr" role="presentation"><span style="font-weight:400">o punto</span></p></li></ul><li dir="ltr" aria-level="1" style="list-style-type:decimal"><p dir="ltr" role="presentation"><span style="font-weight:400">dos</span></p></li><ul style="margin-top:0;"><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>otro punto</span></p></li></ul></ol></b><br class="Apple-interchange-newline">',
    text: `<ul>${li('o punto')}</ul><ol><li><p>dos</p><ul>${li('otro punto')}</ul></li></ol>`,
  },
  {
    name: 'Word: bullets of the styles MsoListBullet and MsoListBullet2',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoListBullet {mso-list:l9 level1 lfo1;}</style></head><body><!--StartFragment--><p class=MsoListBullet><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;</span></span></span><![endif]>Uno</p><p class=MsoListBullet2><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;</span></span></span><![endif]>Dos</p><!--EndFragment--></body></html>`,
    text: `<ul><li><p>Uno</p><ul>${li('Dos')}</ul></li></ul>`,
  },
  {
    name: 'Word: numbers of chapters',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment--><p class=MsoListParagraphCxSpFirst style='mso-list:l2 level1 lfo3'><![if !supportLists]><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Dos</p><p class=MsoListParagraphCxSpMiddle style='mso-list:l2 level2 lfo3'><![if !supportLists]><span style='mso-list:Ignore'>2.1.<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Dos uno</p><p class=MsoListParagraphCxSpLast style='mso-list:l2 level2 lfo3'><![if !supportLists]><span style='mso-list:Ignore'>2.2.<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Dos dos</p><!--EndFragment--></body></html>`,
    text: `<ol start="2"><li><p>Dos</p><ol>${li('Dos uno', 'Dos dos')}</ol></li></ol>`,
  },
  {
    name: 'Outlook: lists of HTML with letters inside',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><ol style='margin-top:0cm' start=3 type=1><li class=MsoListParagraph style='margin-left:0cm;mso-list:l0 level1 lfo1'>Tres<o:p></o:p></li><ol style='margin-top:0cm' start=1 type=a><li class=MsoListParagraph style='mso-list:l0 level2 lfo1'>Tres a<o:p></o:p></li></ol><li class=MsoListParagraph style='mso-list:l0 level1 lfo1'>Cuatro<o:p></o:p></li></ol><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Saludos<o:p></o:p></p></body></html>`,
    text: `<ol start="3"><li><p>Tres</p><ol>${li('Tres a')}</ol></li><li><p>Cuatro</p></li></ol><p>Saludos</p>`,
  },
  {
    name: 'LibreOffice: a list in a list, and a picture of the text',
    html: '<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 24.2 (Linux)"/><style type="text/css">p { line-height: 115% }</style></head><body lang="es-AR" dir="ltr"><ol><li><p style="margin-bottom: 0cm">Uno</p></li><ol><li><p>Uno a</p></li></ol><li><p>Dos</p></li></ol><p><br/>\n\n</p></body></html>',
    files: 1,
    text: `<ol><li><p>Uno</p><ol>${li('Uno a')}</ol></li><li><p>Dos</p></li></ol>`,
  },
  {
    name: 'Apple Notes: dashes and converted spaces',
    html: '<meta charset="UTF-8"><p class="p1" style="margin: 0px"><span class="s1"><b>Viernes</b></span><span class="Apple-converted-space">&nbsp;</span>a la noche</p><ul class="Apple-dash-list"><li class="li1"><span class="s2"></span>Ana</li><li class="li1"><span class="s2"></span>Beto</li><li class="li1"><br></li></ul>',
    text: `<p><strong>Viernes</strong> a la noche</p><ul>${li('Ana', 'Beto')}</ul>`,
  },
  {
    name: 'Gmail: an emoji as a picture, and a picture in the signature',
    html: '<div dir="ltr">Nos vemos <img data-emoji="🎉" class="an1" alt="🎉" aria-label="🎉" draggable="false" src="https://fonts.gstatic.com/s/e/notoemoji/16.0/1f389/72.png" loading="lazy"> el viernes<br clear="all"><div><br></div><span class="gmail_signature_prefix">-- </span><br><div>Ana<br><img src="cid:ii_m1" alt="firma.png" width="200" height="80"></div></div>',
    text: '<p>Nos vemos 🎉 el viernes</p><p>--</p><p>Ana</p>',
    lost: 1,
  },
  {
    name: 'Notion: a list with comments and a title',
    html: '<meta charset="utf-8"><h1>Noche</h1>\n<ul>\n<li>Ana\n<ul>\n<li>en vivo</li>\n</ul>\n</li>\n<li><strong>Beto</strong></li>\n</ul>\n<!-- notionvc: 5b2f -->',
    text: `<h2>Noche</h2><ul><li><p>Ana</p><ul>${li('en vivo')}</ul></li><li><p><strong>Beto</strong></p></li></ul>`,
  },
  {
    name: 'WhatsApp: an export that begins with a message of the program',
    plain:
      '22/11/26, 20:58 - Los mensajes y las llamadas están cifrados de extremo a extremo.\n22/11/26, 21:03 - Mica: Hoy toca *Ana*\n(~Beto~ no viene)\nhttps://club.example/_a_/x y 10*2',
    text: '<p>22/11/26, 20:58 - Los mensajes y las llamadas están cifrados de extremo a extremo.</p><p>22/11/26, 21:03 - Mica: Hoy toca <strong>Ana</strong></p><p>(<s>Beto</s> no viene)</p><p><a href="https://club.example/_a_/x">https://club.example/_a_/x</a> y 10*2</p>',
  },
  {
    name: 'Excel: cells with a picture of the cells',
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet></head><body><table border=0><!--StartFragment--><col width=80><tr height=20><td height=20>Ana</td><td>23:00</td></tr><tr><td>Beto</td><td>00:30</td></tr><!--EndFragment--></table></body></html>`,
    plain: 'Ana\t23:00\nBeto\t00:30',
    files: 1,
    text: '<p>Ana · 23:00</p><p>Beto · 00:30</p>',
  },
  // Ten more, written in the same way. Again 9 of them were right at once.
  {
    name: 'Word for Mac: numbers with brackets',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment--><p class="MsoListParagraphCxSpFirst" style="text-indent:-18.0pt;mso-list:l0 level1 lfo1"><!--[if !supportLists]--><span lang="ES"><span style="mso-list:Ignore">3)<span style="font:7.0pt &quot;Times New Roman&quot;">&nbsp;&nbsp;&nbsp; </span></span></span><!--[endif]--><b>Tres</b></p><p class="MsoListParagraphCxSpLast" style="text-indent:-18.0pt;mso-list:l0 level1 lfo1"><!--[if !supportLists]--><span lang="ES"><span style="mso-list:Ignore">4)<span style="font:7.0pt &quot;Times New Roman&quot;">&nbsp;&nbsp;&nbsp; </span></span></span><!--[endif]-->Cuatro</p><!--EndFragment--></body></html>`,
    text: `<ol start="3">${li('<strong>Tres</strong>', 'Cuatro')}</ol>`,
  },
  {
    name: 'Word: a picture as a bullet',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'><img width=11 height=11 src="file:///C:/Temp/clip_image001.gif" alt="*"><span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Uno</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'><img width=11 height=11 src="file:///C:/Temp/clip_image001.gif" alt="*"><span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Dos</p></body></html>`,
    text: `<ul>${li('Uno', 'Dos')}</ul>`,
  },
  {
    name: 'Google Docs: two lists around a heading, and a rule',
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><ol><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Uno</span></p></li></ol><h2 dir="ltr"><span>Medio</span></h2><ol><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Otra</span></p></li></ol><hr /></b>`,
    text: `<ol>${li('Uno')}</ol><h2>Medio</h2><ol>${li('Otra')}</ol><hr><p></p>`,
  },
  {
    name: 'Word for the web: second level first, then a paragraph, then the number goes on',
    html: `<div class="ListContainerWrapper SCXW9"><ol class="NumberListStyle2" role="list" start="2"><li data-aria-level="2" data-listid="4" role="listitem"><p class="Paragraph"><span>dos b</span><span class="EOP">&nbsp;</span></p></li></ol></div><div class="ListContainerWrapper SCXW9"><ol class="NumberListStyle1" role="list" start="3"><li data-aria-level="1" data-listid="4" role="listitem"><p class="Paragraph"><span>tres</span><span class="EOP">&nbsp;</span></p></li></ol></div><div class="OutlineElement Ltr"><p class="Paragraph"><span>aparte</span><span class="EOP">&nbsp;</span></p></div><div class="ListContainerWrapper SCXW9"><ol class="NumberListStyle1" role="list" start="4"><li data-aria-level="1" data-listid="4" role="listitem"><p class="Paragraph"><span>cuatro</span></p></li></ol></div>`,
    text: `<ol start="2">${li('dos b', 'tres')}</ol><p>aparte</p><ol start="4">${li('cuatro')}</ol>`,
  },
  {
    name: 'Safari: styles of the page on every span',
    html: '<meta charset="UTF-8"><span style="caret-color: rgb(0, 0, 0); color: rgb(0, 0, 0); font-family: Helvetica; font-style: normal; font-weight: 400; text-decoration: none; display: inline !important; float: none;">Una </span><span style="font-weight: bold; font-style: normal;">noche</span><span style="font-weight: 400; font-style: italic;"> larga</span>',
    text: '<p>Una <strong>noche</strong><em> larga</em></p>',
  },
  {
    name: 'a chat with a machine: paragraphs in items',
    html: '<meta charset="utf-8"><p data-start="0" data-end="10">Plan:</p><ol data-start="12"><li data-start="12"><p data-start="15"><strong data-start="15">Sonido</strong></p><ul data-start="30"><li data-start="30"><p>Probar</p></li></ul></li><li><p><strong>Luces</strong></p></li></ol><p>Fin <code>x_y_z</code></p>',
    text: `<p>Plan:</p><ol><li><p><strong>Sonido</strong></p><ul>${li('Probar')}</ul></li><li><p><strong>Luces</strong></p></li></ol><p>Fin x_y_z</p>`,
  },
  {
    name: 'Instagram: blank signs and dots',
    plain: 'PULSO presenta\n⠀\n.\n⠀\n@_dark_matter_ ✨ 23:59\u00a0hs',
    text: '<p>PULSO presenta</p><p>⠀</p><p>.</p><p>⠀</p><p>@_dark_matter_ ✨ 23:59 hs</p>',
  },
  {
    name: 'a picture that a page loads late, beside its copy for old browsers',
    html: '<figure><img class="lazy" data-src="https://x.example/a.jpg" src="data:image/gif;base64,R0lGOD"><noscript><img src="https://x.example/a.jpg"></noscript><figcaption>La pista</figcaption></figure><p>Texto</p>',
    text: '<p>La pista</p><p>Texto</p>',
    lost: 1,
  },
  {
    name: 'Telegram: quotes and emphasis as elements',
    html: '<blockquote><strong>Mica</strong><br>¿Venís?</blockquote>Sí, a las <s>23</s> <u>24</u>',
    text: '<blockquote><p><strong>Mica</strong><br>¿Venís?</p></blockquote><p>Sí, a las <s>23</s> <u>24</u></p>',
  },
  {
    name: 'WhatsApp: several lines in a message, and marks that are open',
    plain:
      '[22/11/26, 21:03:15] Mica: *LINE UP*\n23:00 _Ana_ (live)\n* Beto\n*sin cerrar\n[22/11/26, 21:04:01] Beto: ~no~ *a*b* c',
    text: '<p>[22/11/26, 21:03:15] Mica: <strong>LINE UP</strong></p><p>23:00 <em>Ana</em> (live)</p><p>* Beto</p><p>*sin cerrar</p><p>[22/11/26, 21:04:01] Beto: <s>no</s> *a*b* c</p>',
  },
  // Links keep their addresses.
  {
    name: 'links whose text is an address',
    html: '<p><a href="https://club.example/lista?x=1#y">www.club.com</a>, <a href="https://bit.ly/abc">club.com/show</a>, <a href="https://t.co/AbC"><span>https://</span>club.com/una-no<span>ta</span><span>…</span></a>, <a href="mailto:ana@club.com?subject=Hola">ana@club.com</a>, <a href="https://soundcloud.com/dj">dj.ar</a></p>',
    text: '<p><a href="https://club.example/lista?x=1#y">www.club.com</a>, <a href="https://bit.ly/abc">club.com/show</a>, <a href="https://t.co/AbC">https://club.com/una-nota…</a>, <a href="mailto:ana@club.com?subject=Hola">ana@club.com</a>, <a href="https://soundcloud.com/dj">dj.ar</a></p>',
  },
  {
    name: 'redirects of mail programs and social networks',
    html: '<p><a href="https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fclub.example%2Fp%3Fid%3D7&amp;data=05%7C02">nota</a> <a href="https://nam12.safelinks.protection.outlook.com/?data=05" originalsrc="https://club.example/o">otra</a> <a href="https://l.instagram.com/?u=https%3A%2F%2Fclub.example%2Fa&amp;e=AT">uno</a> <a href="https://www.youtube.com/redirect?event=video&amp;q=https%3A%2F%2Fclub.example%2Fb">dos</a> <a href="https://lm.facebook.com/l.php?u=https%3A%2F%2Fclub.example%2Fc%3Fid%3D7%26fbclid%3DIwAR&amp;h=A">tres</a> <a href="https://l.instagram.com/?u=javascript%3Aalert(1)">cuatro</a> <a href="https://club.example/?url=https%3A%2F%2Fotro.example">cinco</a></p>',
    text: '<p><a href="https://club.example/p?id=7">nota</a> <a href="https://club.example/o">otra</a> <a href="https://club.example/a">uno</a> <a href="https://club.example/b">dos</a> <a href="https://club.example/c?id=7">tres</a> <a href="https://l.instagram.com/?u=javascript%3Aalert(1)">cuatro</a> <a href="https://club.example/?url=https%3A%2F%2Fotro.example">cinco</a></p>',
  },
  // Remarks of authors.
  {
    name: 'Word: comments, footnotes and tracked changes',
    html: word(
      `<p class=MsoNormal>El <a style='mso-comment-reference:JP_1'>sábado</a><span class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1">[JP1]</a><![endif]></span></span> a <del cite="mailto:Ana" datetime="2026-05-14T10:00"><span>500</span></del><ins cite="mailto:Ana" datetime="2026-05-14T10:00"><span>600</span></ins><span class=MsoFootnoteReference>[1]</span>, <s>no</s>.</p><div style='mso-element:footnote-list'><div style='mso-element:footnote'><p class=MsoFootnoteText>[1] Nota.</p></div></div><div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText><span class=MsoCommentReference><a href="#_msoanchor_1" class=msocomoff>[JP1]</a></span>¿Seguro?</p></div></div></div>`,
    ),
    text: '<p>El sábado a 600[1], <s>no</s>.</p><p>[1] Nota.</p>',
  },
  {
    name: 'Google Docs: comments',
    html: docs(
      '<p><span>Hola</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup> a todos</p><p><a href="https://blog.example/#cmnt1">un blog</a></p><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>¿Seguro?</span></p><p>Sí</p></div>',
    ),
    text: '<p>Hola a todos</p><p><a href="https://blog.example/#cmnt1">un blog</a></p>',
  },
  { name: 'deleted words of a page', html: '<p>A <del>500</del> 600</p>', text: '<p>A <s>500</s> 600</p>' },
  // Blocks and spaces.
  {
    name: 'Instagram: a block inside a line',
    html: '<meta charset="utf-8"><span dir="auto" style="white-space: pre-line;"><div class="xt0psk2" style="display: inline;"><a href="https://www.instagram.com/pulso/" style="font-weight:600"><span style="font-weight: 600;">pulso</span></a></div> ✨ hoy<br><a href="https://www.instagram.com/a/">#a</a> <a href="https://www.instagram.com/b/">#b</a></span>',
    text: '<p><a href="https://www.instagram.com/pulso/"><strong>pulso</strong></a> ✨ hoy<br><a href="https://www.instagram.com/a/">#a</a> <a href="https://www.instagram.com/b/">#b</a></p>',
  },
  {
    name: 'spaces beside a block in a line',
    html: '<span><div>uno</div> dos<br><a href="https://a.example/">#a</a> <b>tres</b> <i>cuatro</i></span>',
    text: '<p>uno</p><p>dos<br><a href="https://a.example/">#a</a> <strong>tres</strong> <em>cuatro</em></p>',
  },
  {
    name: 'an editor of code: indented lines',
    html: '<div style="white-space: pre;"><div><span style="font-weight: bold;"># Uno</span></div><br><div><span>    dos</span></div></div>',
    text: '<p><strong># Uno</strong></p><p>dos</p>',
  },
  {
    name: 'buttons and a link to edit a section',
    html: '<div><h2>Historia</h2><span class="mw-editsection">[<a href="https://es.wikipedia.org/w/index.php?action=edit">editar</a>]</span></div><pre><div><button>Copiar código</button></div><code>echo hola\n  dos\n</code></pre><h3><button>Preguntas</button></h3>',
    text: '<h2>Historia</h2><p>echo hola<br>dos</p><h3>Preguntas</h3>',
  },
  {
    name: 'a table with links and emphasis',
    html: '<table><tr><td style="font-weight:bold;">DJ</td><td>Hora</td></tr><tr><td><a href="https://club.example/luz">Luz</a></td><td>1:00</td></tr><tr><td style="text-decoration:line-through;">Ana</td><td></td></tr><tr><td><p>uno</p><p>dos</p></td><td><ul><li>x</li><li><b>y</b></li></ul></td></tr></table>',
    text: '<p><strong>DJ</strong> · Hora</p><p><a href="https://club.example/luz">Luz</a> · 1:00</p><p><s>Ana</s></p><p>uno dos · x <strong>y</strong></p>',
  },
  // Emoji, icons and invisible characters.
  {
    name: 'Slack: emoji as pictures',
    html: '<p>hoy <img src="https://a.slack-edge.com/14.0/apple-medium/1f389.png" alt=":tada:" data-stringify-type="emoji"> <img src="https://a.slack-edge.com/14.0/apple-medium/1f469-200d-1f3a4@2x.png" alt=":singer:" data-stringify-type="emoji"> <img src="https://emoji.slack-edge.com/T1/pulso/12ab.png" alt=":pulso:" data-stringify-type="emoji"></p>',
    text: '<p>hoy 🎉 👩‍🎤 :pulso:</p>',
  },
  {
    name: 'icons and a large drawing',
    html: '<p>uno <svg width="12" height="12"><title>Compartir</title><path d="M0"/></svg> dos <svg viewBox="0 0 24 24"></svg> tres <svg><path d="M0"/></svg> cuatro <svg viewBox="0 0 800 600"></svg></p>',
    text: '<p>uno dos tres cuatro</p>',
    lost: 1,
  },
  {
    name: 'invisible characters in HTML',
    html: '<p>a\u200bb \u200ec\u200e d\u00ade \ufefff\u2060g ⁣👩‍🎤</p><p>\u200b\u00ad</p><p>fin\u200b</p>',
    text: '<p>ab c de fg 👩‍🎤</p><p>fin</p>',
  },
  {
    name: 'invisible characters in plain text',
    plain: 'a\u200bb \u200ec d\u00ade\n\u200b\nfin',
    text: '<p>ab c de</p><p>fin</p>',
  },
  // Emphasis by classes.
  {
    name: 'Cocoa: emphasis by classes',
    html: '<html><head><style type="text/css">\np.p1 {margin: 0.0px; font: 28.0px Helvetica}\nspan.s1 {font-weight: bold}\nspan.s2, b.s2 {font-style: italic; text-decoration: line-through}\nspan.s3 {text-decoration: underline}\nspan.s4 {font-weight:bold}</style></head><body><p class="p1"><span class="s1">Fuerte</span> <span class="s2">no</span> <span class="s3">subrayado</span> <span class="s4" style="font-weight:normal">fino</span></p></body></html>',
    text: '<p><strong>Fuerte</strong> <em><s>no</s></em> subrayado fino</p>',
  },
  {
    name: 'Excel: bold cells by class',
    html: '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table{mso-displayed-decimal-separator:"\\,";}\n.xl65{font-weight:700;}\n.xl66{mso-bidi-font-weight:700;}--></style></head><body><table><!--StartFragment--><col width=64><tr><td class=xl65>Fecha</td><td class=xl66>Precio</td></tr><!--EndFragment--></table></body></html>',
    text: '<p><strong>Fecha</strong> · Precio</p>',
  },
]

/** Empties the editor by its keyboard shortcuts, so that the next paste does not continue a list. Runs in the page. */
export function clearText(editor: Element): void {
  const press = (init: KeyboardEventInit) =>
    editor.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
  press({ key: 'a', keyCode: 65, ctrlKey: true })
  press({ key: 'Backspace', keyCode: 8 })
}

/** Pastes into the editor. Runs in the page, also from its source text. */
export function pasteText(
  editor: Element,
  { html, plain, rtf, files = 0 }: Omit<PastedText, 'name' | 'text'>,
): void {
  const clipboardData = new DataTransfer()
  if (html) clipboardData.setData('text/html', html)
  if (plain) clipboardData.setData('text/plain', plain)
  if (rtf) clipboardData.setData('text/rtf', rtf)
  for (let file = 0; file < files; file++)
    clipboardData.items.add(new File(['x'], `${file}.png`, { type: 'image/png' }))
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  // Firefox gives an event that a script made no data.
  if (!event.clipboardData?.types.length)
    Object.defineProperty(event, 'clipboardData', { value: clipboardData })
  editor.dispatchEvent(event)
}

/** Returns the HTML of the text in the editor, without the elements and attributes of the editor. Runs in the page. */
export function readText(editor: Element): string {
  const copy = editor.cloneNode(true) as Element
  for (const extra of copy.querySelectorAll(
    '.ProseMirror-trailingBreak, .ProseMirror-separator, .ProseMirror-gapcursor, .rich-embed, .rich-embed-note',
  ))
    extra.remove()
  for (const element of copy.querySelectorAll('*'))
    for (const name of ['class', 'contenteditable']) element.removeAttribute(name)
  return copy.innerHTML
}
