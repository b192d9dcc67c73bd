/** Recognises lines without a person: headings, dates, totals, thanks, links and sentences. */
import { fold } from '../../../../platform/shared/text/fold.ts'
import { isCompanyWord, isCounted, readNumber, words } from './companions.ts'

/** First words of a heading. */
const HEADINGS = words(
  `lista listas list listado guestlist guest suplentes suplente espera hombres mujeres varones chicas chicos pibes pibas invitados invitadas invitades
  anotados anotadas confirmados confirmadas confirmades nombres nombre apellido total totales subtotal cupo cupos puerta puertas gratis free entrada
  entradas precio precios anticipadas preventa mesa mesas hasta desde team crew cover staff prensa cumple cumpleanos fecha evento fiesta nomina resultado
  resultados votos votaron acreditaciones compras promo promos info informes recaudado asunto enviado responsable contacto cadena sujeto copiar copia copien
  pega pegar serian seriamos faltan falta quedan queda pendientes pagos pagados pagaron cortesias cortesia vips lineup acompanantes titulares reservas
  reserva sector backstage asistentes apuntados apuntadas mensaje compartido asisten vienen confirman llevamos sold agotado agotada cantidad`,
)
/** Parts of an event and groups: headings without other words, and roles before a name. */
const SECTIONS = words(
  `vip ellas ellos todos todas nosotros otros varios link staff crew equipo produccion prensa medios sonido luces iluminacion tecnica tecnico visuales
  camaras fotos cuerpo plantel banda catering cocina barra bar caja seguridad limpieza ropero guardarropa rrpp palco platea backstage camarin vestuario
  maquillaje management booking hospitality backline vj vjs dj djs mesa box sector zona turno puerta defensas laterales volantes mayores menores grandes
  adultos parejas solteros amigos amigas familia familiares colegas companeros companeras vecinos vecinas primos primas tios hermanos ninos ninas novios
  hombres mujeres chicas chicos mozos mozas artistas bandas bailarines sponsors marcas proveedores runners choferes influencers performers bartenders
  managers invitados invitadas cortesias suplentes titulares`,
)
/** Words beside them: "Amigos del novio", "Equipo de video". */
const BESIDE = words(
  'novio novia casa club video trabajo laburo oficina facultad facu cole colegio escuela gimnasio gym norte sur',
)
/** One person of a section, before a name. */
const ROLES = words(
  `dt arquero arquera portero entrenador entrenadora ayudante asistente profe utilero utilera kinesiologo medico productor productora periodista fotografo
  fotografa foto camara camarografo camarografa filmmaker sonidista iluminador iluminadora artista musico bailarin bailarina maquillador maquilladora
  bartender cajero cajera runner chofer manager influencer invitado invitada cumpleanero cumpleanera host anfitrion anfitriona vestuarista performer
  redactor redactora cronista editor suplente`,
)
/** Trades of several people, by their ends: "Mediocampistas", "Fotógrafos", "Meseras", "Jugadores". */
const TRADES =
  /^\p{L}{3,}(?:er[oa]s|istas|[aei]dor[ea]s|[cst]tor[ea]s|graf[oa]s|log[oa]s|antes|ari[oa]s|[nt]ic[oa]s)$/u
/** Surnames with such an end. */
const SURNAMES = words(
  'ballesteros cisneros quinteros herreros herreras contreras barreras cabreras cervantes infantes dorantes',
)

/** True for a text of heading words alone: "Sonido y luces", "Amigos del laburo", "Mesa 4". */
export function isSection(text: string): boolean {
  const all = tokens(text)
  const named = all.filter((word) => SECTIONS.has(word) || (TRADES.test(word) && !SURNAMES.has(word)))
  const isKnown = (word: string) =>
    named.includes(word) ||
    [HEADINGS, BESIDE, DATE_WORDS].some((known) => known.has(word)) ||
    /^(?:\d+|[a-f])$/.test(word)
  // "Primos (4)" are guests.
  return named.length > 0 && all.every(isKnown) && !(/\d|^familia /i.test(text) && named.every(isCompanyWord))
}

/** "Prensa: Ana", "Mesa 4 - Ana", "Mesa 4 Ana", "VIP Ana Gómez" */
const ROLE =
  /^(?:([^:|]{2,40}?)(?:(:)|\|| [-–—]) ?(?=["“]?\p{L}{2})|((?:mesa|box|palco|sector|zona)(?: \d{1,3})?),? (?:de )?(?=\p{L}{2})|(vip|staff|crew|prensa|suplente) (?=\S+ \S))/iu

/** Returns the role before a name. null for other lines. `isSure`: it is a known role with a sign or a number */
export function readRole(text: string): { role: string; name: string; isSure: boolean } | null {
  const [found, before, colon, table, word] = ROLE.exec(text) ?? []
  if (found === undefined || HEADER.test(text)) return null
  const role = before ?? table ?? (word as string)
  const name = text.slice(found.length)
  if (word !== undefined) return /^(?:\p{Lu}\p{Ll}+ ?){2}/u.test(name) ? { role, name, isSure: false } : null
  const all = tokens(role)
  const hasCapital = /^["“]?(?:(?:el|la|los|las) )?\p{Lu}/u.test(name)
  // "Mesa Ana Gómez x8", "Mesa dulce"
  if (table !== undefined && !/\d/.test(table))
    return hasCapital && !isSection(name) ? { role, name, isSure: false } : null
  if (isSection(role) || (all.length > 0 && all.every((one) => ROLES.has(one) || /^\d+$/.test(one))))
    return hasCapital || !/\p{Lu}/u.test(text) ? { role, name, isSure: true } : null
  const [first = ''] = all
  // "Lista: Ana", "Cumple: Ana +10"
  const isHeading = HEADINGS.has(first) && !/^(?:list|nombre)/.test(first) && !/\+ ?\d{1,2}$/.test(name)
  return colon && hasCapital && !isHeading && !OPENERS.has(first) && !/[+(@]|\d\D/.test(role)
    ? { role, name, isSure: false }
    : null
}

/** First words of what people write around a list. */
const OPENERS = words(
  `feliz felicidades felicitaciones un una unos unas esos esas ah eh uh ay oh ups uy upa cerrada cerrado cerramos cierro cierra wena wenas cachen cacha
  gurises cabros visto hola holaa holis buenas buenos buen hey dale ok oka okey okay listo listoo buenisimo saludo gracias grax grcs thanks thx muchas mil
  abrazo abrazos beso besos saludos salu2 jaja si sii sisi no nop ya ahi aca aqui ahora te me les le se nos lo porfa porfis porfavor por perdon disculpa
  disculpen sorry bueno bien che ey oye amix bb avisen avisame avisa pasame pasen paso mando va van vamos somos son estos estas esta este esa eso y o pero
  que q como cuando cuanto cuanta donde quien quienes hay tengo tenemos puedo podes puedes pueden puede quiero necesito favor pls plis please aguante obvio
  bo vo yapo ntc besitos confirmo confirmame recuerden recorda acordate ojo nota aviso importante pd ps atte att igual tambien cualquier manana hoy anoche ayer despues siguen
  sigue sigo faltaba faltaria agrego agregue anote sumo fijate venga guay wey guey orale po cachai ta tamo estamos estoy estan llegamos llego vemos chau
  chao adios bye recibido anotado anotada entendido copiado agendado cargado igualmente exacto tranqui`,
)
/** Words that begin an answer, and names: "Vale", "Vale Sosa", "Reina López". */
const WEAK_OPENERS = words(
  `vale tio tia miren mira reina bro hermano amigo amiga joya genial genio genia perfecto barbaro sale nada todo toda luego ya
  mejor`,
)
/** Words in the place of a name. */
const PRONOUNS = words(
  'yo mejor nosotros nosotras ella el ellos ellas conmigo nos solo sola la los las un una',
)

/** Words of a sentence that names do not have in lower case. Particles such as "de la" are not among them. */
const SENTENCE = words(
  `te me les se nos que por para porque pero como cuando si no ya hay esta estan es son soy somos al en sin lo le mi tu ahora hoy manana puede puedes podes
  podria pueden quiero quiere tengo tiene paso pasame mando dejo dejar faltan falta ahi aca aqui favor porfa lista listas gracias entra entran hora ustedes
  vos usted todos todas ellos este esto esa eso cualquier cosa muy mas menos mucho tambien asi entonces voy vamos van estoy estamos creo sale nadie`,
)
/** Verbs of a request to add a guest, without accents and repeated letters. */
const ADDING = words(
  `sumo agrego anado anoto sumame sumas suma agrega agregas agregame agregale agregar sumar anota anotas anotame anotar pone poneme anotarme sumarme
  agregarme pon mete meteme anade anademe apunta apuntame incluye incluyeme inclui incluime`,
)
const REMOVING = words('saca sacame sacalo sacala borra borrame quita quitame elimina tacha baja bajame')
/** A line that begins with "la" or "y" is a request with one of these words or of those above. */
const ASKING = words('ah y despues tambien ademas falta falto faltaba olvidaba olvide nombre soy llamo')
const REQUEST_WORDS = words(
  `a o el la porfa por favor che me te de otra otro una uno mas podes puedes hola buenas noches tardes hey gente ahi aca queria quiero quisiera`,
)

const WEEKDAYS = words('lunes martes miercoles jueves viernes sabado domingo')
const DATE_WORDS = words(
  `lun mar mie jue vie sab dom enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre ene feb abr may jun jul ago
  sep sept oct nov dic de del a al la las el y hs h hrs hr hora horas noche tarde dia am pm desde hasta -`,
)
const LINK = /(?:https?:\/\/|\bwww\.|\b(?:chat|wa|t|instagram|fb)\.(?:me|com|whatsapp)\b)/i

const tokens = (text: string): string[] =>
  // A no-break space joins the parts of a surname. "holaaa", "graciasss"
  fold(text.replaceAll('\u00a0', '_'))
    .replace(/([a-z])\1{2,}/g, '$1')
    .split(/[ ,:;!¡?¿()/.]+/)
    .filter(Boolean)

/** Thanks and requests after a name. */
const LAST_THANKS = /[\s,.!]+(?:(?:muchas |mil )?gracias+|porfis?|porfa|por favor|pls|plis|please)[\s!.]*$/i

const isThanks = (word: string): boolean => /^(?:gracias|gracie+s|thanks?|saludos|abrazos?)$/.test(word)
const isLaugh = (word: string): boolean => /^(?:ja|je|ji|jo|ha|aj|kk|js){2,}\p{L}*$/u.test(word)
/** "#rave #techno", not "#11 Karen" */
const isTag = (word: string): boolean => /^#\p{L}/u.test(word)
const HEADER =
  /^(?:p\.?[ds]\.?|rp|rrpp|pr|promotora?|organiza|de|para|asunto|enviado|cc|from|to|subject|sent|date|fecha|evento) ?:/i

/** True for a date or an hour alone: "VIERNES 27/11", "Sábado 28 de noviembre", "21:03". A month alone can be a name. */
function isDate(plain: string): boolean {
  const parts = plain
    .split(/[\s,()·|–—/-]+(?=\D|$)|[\s,()·|–—]+/)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
  const isNumeric = (part: string) => /^\d{1,4}(?:[/.:hº°-]\d{0,4}){0,2}(?:hs?|hrs|am|pm)?\.?$/.test(part)
  if (!parts.every((part) => WEEKDAYS.has(part) || DATE_WORDS.has(part) || isNumeric(part))) return false
  return parts.some((part) => WEEKDAYS.has(part) || /\d/.test(part))
}

/**
 * Returns why a line has no person, in Spanish. null when it can have one.
 * @param text the line without number, emoji and marks
 * @param isListed true when the line has a number of a list
 */
export function explainNoPerson(text: string, isListed = false): string | null {
  if (readNumber(text) !== null) return NO_NAME
  // "+1" without a name is left to the reader of companions.
  if (!/\p{L}/u.test(text)) return /^\+ ?\d{1,2}$/.test(text) ? null : /\d/.test(text) ? NO_NAME : EMPTY
  if (LINK.test(text)) return 'Tiene un enlace.'
  const plain = fold(text)
  // "Abril Domingo" is a name in a numbered list.
  if (isDate(plain) && (!isListed || /\d/.test(plain))) return 'Es una fecha.'
  if (HEADER.test(text) || /^(?:tal vez|quizas?|a veces)\b\W*\d*\W*$/i.test(text)) return HEADING
  const [first = '', ...rest] = tokens(text)
  if (
    /:\s*$/.test(text) ||
    (WEEKDAYS.has(first) && /^\d/.test(rest[0] ?? '')) ||
    HEADINGS.has(first) ||
    (!isListed && isSection(text)) ||
    /^(?:los|las|lxs) (?:de|del|que|chic|pib|amig|invit)/.test(plain) ||
    /^(?:van |son )?de parte de /.test(plain)
  )
    return HEADING
  // "600 pesos", "en total 22"
  if (/^\d[\d.,]* ?(?:pesos|lucas|mil|euros|usd|mangos)$|^en total\b/.test(plain)) return NO_NAME
  // "20 personas en total"
  if (
    /^\d/.test(first) &&
    isCounted(rest[0] ?? '') &&
    rest.slice(1).every((word) => /^(?:en|total)$/.test(word))
  )
    return 'Es un total.'
  return /\d *= *\d|\bc\/u\b|\b(?:alias|cbu|cvu)\b/.test(plain) ||
    isTask(text) ||
    isSentence(text, first, rest, isListed)
    ? SENTENCE_WORDS
    : null
}

/** True for a task: "llamar a Pulso", "Enviar cambios a …". */
const isTask = (text: string): boolean =>
  /^\p{L}{2,}(?:ar|er|ir)(?:l[aeo]s?|me|se)? (?!(?:de|del|la|las|los|y|e|i|con) )\p{Ll}/u.test(text)

const ASKS = /^(?:cuant|quien|que$|cual|donde|como$|cuando)/

function isSentence(text: string, first: string, rest: readonly string[], isListed: boolean): boolean {
  if (/[¿¡]/.test(text) || (text.includes('?') && [first, ...rest].some((word) => ASKS.test(word))))
    return true
  // "Arriba Pulso!", "híjole no sé"
  if (/^(?:arriba|viva|fuerza|aguante|mande$)/.test(first) && /[!?]/.test(text)) return true
  if (/^(?:\S+ )?no (?:se|creo|entiendo|puedo|llego|voy|tengo)\b/.test(fold(text))) return true
  const all = [first, ...rest]
  if (all.every(isLaugh) || isLaugh(first) || text.split(' ').every(isTag)) return true
  if (isThanks(first) || (all.some(isThanks) && all.length <= 3)) return true
  // "Vale Sosa" is a name, "vale" and "Vale, te paso" are not.
  if (WEAK_OPENERS.has(first) || WEAK_OPENERS.has(first.replace(/([a-z])\1$/, '$1')))
    return !isListed && !/^\p{L}+ (?:[ye] |de )?[\p{Lu}\d+(]/u.test(text)
  return OPENERS.has(first)
}

/** Words of the name of an event. */
const EVENT = words(
  'club rave fiesta party festival fest techno house aniversario presenta edicion session sessions showcase free pass',
)
export const namesEvent = (text: string): boolean => tokens(text).some((word) => EVENT.has(word))

/** A heading above absent guests, as in the answer of a poll: "Votaron NO", "No puedo (3)", "Bajas". */
const REFUSAL =
  /^(?:(?:votaron |opcion )?no(?: (?:puedo|voy))? ?(?=[:(\d])|votaron (?:por )?no|no (?:van|vienen|asisten|pueden|pasan|entran|invitad[oa]s)|bajas|cancelad[oa]s|cancelaron|se bajaron|ausentes|vetad[oa]s|bloquead[oa]s|rechazad[oa]s|lista negra)[\s:().!\d]*(?:votos?)?[\s:().]*$/
export const isRefusal = (text: string): boolean => REFUSAL.test(fold(text))

/** The last words of a letter, above the name of its author. */
const SIGN_OFF =
  /^(?:(?:un|muchos|mil) )?(?:saludos?|abrazos?|besos?|atte|atentamente|cordialmente|gracias(?=.*,))(?: (?:cordial(?:es)?|y saludos))?[\s,.!]*$/
export const isSignOff = (text: string): boolean => SIGN_OFF.test(fold(text))

/** Removes thanks after a name: "Ana Gómez +1 gracias!!" */
export const removeThanks = (text: string): string => text.replace(LAST_THANKS, '')

const LONGEST_NAME = 7

/**
 * True when a part that should be a name has words of a sentence. In a text without capitals, or of capitals alone, one
 * such word can be a name.
 */
export function readsAsSentence(name: string): boolean {
  const found = name.split(/[ ,:;!()/]+/).filter(Boolean)
  const hasCase = /\p{Ll}/u.test(name) && /\p{Lu}/u.test(name)
  const said = found.filter((word) => SENTENCE.has(fold(word)) && !(hasCase && /^\p{Lu}/u.test(word)))
  return said.length >= (hasCase ? 1 : 2) || found.length > LONGEST_NAME
}

/** True for "yo", "su novia" and other words in the place of a name. */
export function isPronoun(name: string): boolean {
  const [first = ''] = tokens(name)
  return (
    PRONOUNS.has(tokens(name).join(' ')) ||
    /^(?:yo|su|mi|tu) /i.test(name) ||
    /^(?:(?:por|a) confirmar|tb[ac])$/i.test(name) ||
    (/^\p{Ll}/u.test(name) && isCompanyWord(first))
  )
}

/**
 * Returns the name of a request such as "sumame a Ana Gómez" or "ah y la Trini". null for other lines. `doubt`: why
 * somebody must look at it, in Spanish. null when the words say that a guest is added
 */
export function readRequest(text: string): { name: string; doubt: string | null } | null {
  const all = text.split(' ')
  const said = fold(all.slice(0, REQUEST_LENGTH).join(' ').replaceAll('\u00a0', '_'))
    .split(' ')
    .map((word) => word.replace(/[,:;.!?]+$/, '').replace(/([a-z])\1+$/, '$1'))
  const verb = said.findLastIndex((word) => ADDING.has(word) || REMOVING.has(word))
  const isOfRequest = (word: string) =>
    [ADDING, REMOVING, ASKING, REQUEST_WORDS].some((known) => known.has(word))
  for (const from of [verb + 1, 0]) {
    const at = said.findIndex((word, index) => index >= from && !isOfRequest(word))
    const before = said.slice(0, Math.max(0, at))
    const isPlain = before.every(isOfRequest)
    const isRequest = (isPlain || from > 0) && before.some((word) => !REQUEST_WORDS.has(word))
    if (!isRequest || !/^\p{Lu}/u.test(all[at] as string)) continue
    const doubt = before.some((word) => REMOVING.has(word))
      ? 'Parece que no viene.'
      : isPlain && before.some((word) => ADDING.has(word))
        ? null
        : 'Es un pedido: fijate si va.'
    return { name: all.slice(at).join(' '), doubt }
  }
  return null
}

/** Words of a line among which a request begins. */
const REQUEST_LENGTH = 12

const EMPTY = 'No tiene ningún nombre.'
const NO_NAME = 'Es un lugar vacío o un número.'
export const HEADING = 'Parece un título.'
export const SENTENCE_WORDS = 'Parece un mensaje.'
