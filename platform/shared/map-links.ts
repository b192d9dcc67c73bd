/** Short links of maps. They contain no position, and no part of the server follows them. */

const SHORT_MAP_LINK = /(?:^|[\s/])(?:maps\.app\.goo\.gl|goo\.gl\/maps|maps\.apple\/p)\//i

/** Length of the text that is searched, in UTF-16 code units. A link of a chat can have words before it. */
const SEARCHED_MAX = 300

export const isShortMapLink = (text: string): boolean => SHORT_MAP_LINK.test(text.slice(0, SEARCHED_MAX))

export const SHORT_MAP_LINK_HINT =
  'Un enlace corto no trae las coordenadas. Abrilo y copiá la dirección larga del navegador, o pegá las coordenadas.'
