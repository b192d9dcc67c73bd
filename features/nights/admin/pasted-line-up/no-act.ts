/** Recognises lines of a pasted line-up that are no act: rooms, headings, dates, links, prices, sentences. */
import { fold } from '../../../../platform/shared/text/fold.ts'

/** Emoji before a place, a date, a ticket, a price, a door, an age, a telephone. */
const MARKED = /^\s*[*_]*(?:📍|🗺|📅|🗓|📆|🎟|🎫|💸|💰|💵|💳|🔞|🚪|🔗|📲|📞|☎|🅿)/u

const LINK =
  /\b(?:https?:\/\/|www\.)\S+|(?<![@\p{L}\d.])(?:[a-z\d-]+\.)+(?:com|net|org|co|io|fm|club|app|link|ly|me|ar|es|cl|mx|uy|br|pt|de|uk)(?:\/\S*)?(?![\p{L}\d])/giu

const DAY =
  '(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|lun|mar|mie|jue|vie|sab|dom|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun|segunda|terca|quarta|quinta|sexta)'
const MONTH =
  '(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|january|february|march|april|may|june|july|august|september|october|november|december|janeiro|fevereiro|marco|maio|junho|julho|setembro|outubro|novembro|dezembro|ene|feb|mar|abr|jun|jul|ago|sept?|oct|nov|dic|jan|apr|aug|dec)'
/** The line without accents and case is a date. */
const DATE = new RegExp(
  String.raw`^(?:(?:este|el|the|proximo) )*${DAY}\.?,?(?: ?noche)?$|\b${DAY}\.?,? ?(?:el |the )?\d{1,2}\b(?![:h])|\b\d{1,2}(?:st|nd|rd|th|º|°)? (?:de |of )?${MONTH}\b|\b${MONTH}\.? \d{1,2}(?:st|nd|rd|th)?\b|^\W*\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?\W*$|\b\d{1,2}([/.-])\d{1,2}\1\d{2,4}\b|^${MONTH} \d{4}$`,
)

/** Words of tickets, doors, prices, thanks and headings, in a line without accents and case. */
const WORDS =
  /[$€£] ?\d|\d ?(?:[$€£]|pesos|usd|eur|ars|clp|mxn|uyu)(?![\p{L}])|\b(?:entradas?|boletos?|tickets?|ingressos?|anticipadas?|preventas?|early ?birds?|passline|ticketera|gratis|free|link en|bio|swipe|gracias|gracies|obrigad[oa]|resident advisor|thanks|nos vemos|los esperamos|te esperamos|l@s esperamos|tba|tbc|to be (?:announced|confirmed)|(?:por|a) (?:confirmar|anunciar)|mas (?:artistas|nombres|djs?|invitad[oa]s?|info)|cover|antes de|parking|gratuit[oa]s?|esperamos|no phones|address|(?:y|e|and|\+) (?:muchos?|muitos|many)? ?(?:mas|mais|more)\b|estacionamiento|guardarrop\w*|\+ ?(?:18|21)|1?8 ?\+|mayores|menores|dress ?code|reservas?|consultas?|direccion|ubicacion|sujet[oa]|sorteo|capacidad|cupos?|derecho de admision|whatsapp|save the date|sold ?out|agotad[oa]s?)\b/u

/** The line begins as a heading of the line-up, or is one as a whole. */
const HEADING =
  /^(?:el |the |nuestro |full )?(?:line[- ]?ups?|cartel(?:era)?|programa(?:cion)?|horarios?|time ?table|set ?times?|running order|grilla|schedule|lista|orden)(?: [^,]+)?$|^(?:los |las |the |our |nuestros )?(?:artistas?|djs?|acts?|nombre|name|artist|hora|inicio|fin|hora inicio|hora fin|confirmad[oa]s|locales|invitad[oa]s|internacionales|residentes|guests|locals|residents|formato|sala|room|set|tipo)(?: (?:de la noche|de la fecha|oficial(?:es)?|confirmad[oa]s|por sala|[(].*[)]))*$/u

/** Words before the names of acts on the same line: "Line up: Ana, Beto". */
export const LABEL =
  /^(?:(?:el |the )?line[- ]?up|artistas?|djs?|cartel|con|with|w\/|feat\.?|junto a|invitad[oa]s?(?: especial(?:es)?)?|tocan|sets? de|con los sets de|ra|headliners?|special guests?|apertura|opening|warm ?up|cierre|closing|residentes?|locales|support)$/

/** Doors, and other moments of a night that have an hour. */
const MOMENT =
  /^(?:apertura|puertas?|abrimos|abre|cierre|cerramos|cierra|doors?|open|opening|close|closing|fin(?:al)?|end|inicio|comienzo|arranca(?:mos)?|hora|horario|abertura|portas?|encerramento|prueba de sonido|soundcheck|sound check|cambio|changeover|montaje|desarmado|armado|cena|desmontaje|carga|load ?in|curfew|line check|break|pausa|intermedio|llegada|acreditacion)(?: (?:de|del|da|do|a|al|las|la|el|hs|puertas|doors|\d|@).*)?$/

const SENTENCE =
  /\b(?:les|te|os|me|nos|paso|pasame|dejo|mando|hola|buenas|dale|che|porfa|aca|aqui|ahi|esta|estan|es|son|va|van|vamos|queda|quedo|fijate|avisame|sumamos|cualquier|cosa|ojo|cambios?|confirmo|tenemos|hay|seria|seran|para|pero|que|como|the night|this is|we|you|our|um|uma|nosso|esse|para|vai)\b/
const SENTENCE_WORDS = 4
/** Longer lines without a sign between names are sentences. Words */
const WORDS_MAX = 9
/** Longest name in a list of names. Words */
const LISTED_WORDS = 5

/** Digits in groups, or with the sign of a country code. */
const PHONE = /\+\d{9,}|(?<![:.\d])(?!\d\d\.\d\d\D)\d{2,5}(?:[\s.-]\d{2,4}){2,}(?![:.]?\d)/
const STREET =
  /^(?:(?:av|avda|avenida|calle|calz|calzada|blvd|bulevar|camino|ruta|pasaje|rua|plaza)\b\.?|c\/) ?.*\d/
/** Labels of a mail or a form, and rules of the house. */
const OTHER_LABEL =
  /^(?:para|de|from|to|cc|asunto|subject|fecha|date|lugar|venue|visuales|vj|hosts?|produccion|booking|contacto|nombre|evento|event|name|edad|edad minima|age|precios?|enlace|insta(?:gram)?|ig|listen|escucha)\s*:|^no (?:\p{L}+$|photos|phones|fotos|videos?)|^(?:hi|hello|dear|best|regards|saludos|un saludo|abrazo|un abrazo|beso)\b/u

/** Answers in a chat. */
const FILLER =
  /^(?:ok(?:ay|is)?|dale|genial|buenisimo|listo|joya|perfecto|va|si|no|hola|buenas|gracias|jaja\w*|bien|de una|excelente|bravo|vamos|recibido|ahi va|mil gracias)\W*$/

const ROOM =
  '(?:club|salas?|rooms?|salon|pistas?|pisos?|plantas?|terrazas?|terrace|patio|sotano|basement|main|escenarios?|stages?|floors?|jardin|garden|rooftop|roof|jardim|varanda|backroom|dance ?floor|carpa|hall|living|warehouse|galpon|subsuelo|azotea|cabinas?|bodega|nave|espacio|hangar|cueva|palco|ambientes?|area|zona|afuera|adentro|arriba|abajo|exterior|interior|outdoor|indoor|outside|inside|upstairs|downstairs|porao|terraco)'
const ROOM_WORDS =
  '(?:\\d{1,2}|[abc]|i{1,3}|uno|dos|tres|one|two|principal|chica|grande|alta|baja|norte|sur|roja?|red|negr[oa]|black|dark|azul|blue|blanc[oa]|white|verde|main|big|small|club|central|superior|inferior|secundari[oa]|second|segund[oa]|primer[oa]?|tercer[oa]?|first|third|[1-3](?:ra|da|ro|er|st|nd|rd|ª|º)|techno|house|electro|bar|room|stage|floor|area|y|de|del|la|el|the|club)'
const IS_ROOM = new RegExp(
  `^(?:${ROOM_WORDS} )*${ROOM}(?: ${ROOM_WORDS})*(?: ?/ ?(?:${ROOM_WORDS}|${ROOM})+)?(?: ?[([][^()]*[)\\]])?$|^(?:\\p{L}+ ){1,2}(?:room|floor|stage)$|^${ROOM} [-–—"«“]? ?[^,]{1,24}$`,
  'u',
)

const HAS_ROOM = new RegExp(`\\b${ROOM}\\b`)

export const isMarked = (typed: string): boolean => MARKED.test(typed)

/** Returns a line without the addresses of web pages. */
export const removeLinks = (text: string): string => text.replace(LINK, ' ').replace(/ +/g, ' ').trim()

/** True for the name of a room. @param text without a colon at its end @param hasColon true when it had one */
export function isRoom(text: string, hasColon: boolean): boolean {
  const folded = fold(text).trim()
  if (IS_ROOM.test(folded)) return true
  return hasColon && HAS_ROOM.test(folded) && folded.split(' ').length <= ROOM_NAME_WORDS
}

/** Longest name of a room before a colon. Words */
const ROOM_NAME_WORDS = 5

/** True for a text that is no act. @param text without hours, or with them */
export function isNoAct(text: string): boolean {
  const folded = fold(text).trim()
  const words = folded.split(' ').length
  const longest = Math.max(
    ...folded.split(/[,;/|·•+]| (?:y|e|and) /).map((part) => part.trim().split(' ').length),
  )
  const hasList = longest <= LISTED_WORDS && /[,;/|·•+]|\bb2b\b/.test(folded)
  return (
    !/[\p{L}\p{N}]/u.test(text) ||
    DATE.test(folded) ||
    WORDS.test(folded) ||
    HEADING.test(folded) ||
    MOMENT.test(folded) ||
    FILLER.test(folded) ||
    /^(?:#[\p{L}\p{N}_]+\s*)+$/u.test(text) ||
    /^[([][^()[\]]*[)\]]$/.test(text) ||
    /\b(?:presentan?|presents?|invitan?|apresenta)\W*$/.test(folded) ||
    PHONE.test(folded) ||
    STREET.test(folded) ||
    OTHER_LABEL.test(folded) ||
    /^@[\w.]+$/.test(text) ||
    (words > 4 && /\p{Ll}{4}\. \p{Lu}/u.test(text)) ||
    /(?:&| (?:y|and|con)) (?:friends|amig[oa]s)\b/.test(folded) ||
    /\bpresentan? ["“«]/.test(folded) ||
    /^[¡¿]/.test(text) ||
    (/!\W*$/.test(text) && words > 2) ||
    /@\S+\.\S+/.test(folded) ||
    (words >= SENTENCE_WORDS && !hasList && SENTENCE.test(folded)) ||
    (words > WORDS_MAX && !hasList) ||
    /,\s*(?:en|el|la|los|las|con|de|del|que|un|una|the|with|who)\s/.test(text)
  )
}
