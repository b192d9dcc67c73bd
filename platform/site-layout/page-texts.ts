/** Texts of public pages that are the same for every club, in two languages. Texts of the club are settings. */

import type { Language } from '../shared/languages.ts'
import { formatUntilHour } from '../shared/night-dates.ts'
import { useLanguage } from './page-language.ts'
import { type ShellTexts, shellTexts } from './shell-texts.ts'

/** @param es rioplatense Spanish @param en international English */
function both<T>(es: T, en: T): Record<Language, T> {
  return { es, en }
}

const count = (one: string, many: (n: number) => string) => (n: number) => (n === 1 ? one : many(n))

const words = {
  // Home page.
  scrollDown: both('Bajá', 'Scroll'),
  today: both('HOY', 'TODAY'),
  forEverybody: both('PARA TODO EL MUNDO', 'FOR EVERYBODY'),
  ourValues: both('Nuestros valores', 'Our values'),
  carousel: both('carrusel', 'carousel'),
  comingDates: both('Próximas fechas', 'What’s on'),
  allDates: both('Todas las fechas', 'All dates'),
  allNews: both('Todas las novedades', 'All news'),
  residents: both('Residentes', 'Residents'),
  agency: both('Agencia', 'Agency'),
  artistPage: both('Ver la página', 'See the page'),
  close: both('Cerrar', 'Close'),
  ofArtist: both(
    (name: string) => ` de ${name}`,
    (name: string) => ` of ${name}`,
  ),

  // Nights.
  nightsToCome: both(
    count('Una noche por venir', (n) => `${n} noches por venir`),
    count('One upcoming night', (n) => `${n} upcoming nights`),
  ),
  nextOnes: both('Las que siguen', 'After that'),
  seeNight: both('Ver la noche', 'See the night'),
  tickets: both('Entradas', 'Tickets'),
  qrOfPage: both('Código QR de esta página', 'QR code of this page'),
  onYourSite: both('Las fechas en tu página', 'The dates on your site'),
  onYourSiteNote: both(
    '¿Tenés un bar, una radio, una productora? Pegá esto en tu página: muestra las próximas noches, se actualiza solo y no sigue a nadie.',
    'Do you run a bar, a radio station or a production company? Paste this into your site: it shows the upcoming nights, keeps itself up to date and tracks nobody.',
  ),
  forNight: both(
    (night: string) => ` de ${night}`,
    (night: string) => ` for ${night}`,
  ),
  followingNight: both('La que sigue:', 'The next one:'),
  from: both(
    (price: string) => `desde ${price}`,
    (price: string) => `from ${price}`,
  ),
  isOver: both('Ya pasó', 'It is over'),
  alreadyPassed: both('Ya pasaron', 'Past nights'),
  nightsOfYear: both(
    (n: number, year: number) => `Las ${n} noches de ${year}`,
    (n: number, year: number) => `All ${n} nights of ${year}`,
  ),
  nightsOf: both(
    (year: number) => `Noches de ${year}`,
    (year: number) => `Nights of ${year}`,
  ),
  archiveOf: both(
    (n: number, club: string, year: number) =>
      n === 1
        ? `La noche de ${club} en ${year}: afiche y line-up.`
        : `Las ${n} noches de ${club} en ${year}, con sus afiches y sus line-ups.`,
    (n: number, club: string, year: number) =>
      n === 1
        ? `The night at ${club} in ${year}: its poster and its line-up.`
        : `The ${n} nights at ${club} in ${year}, with their posters and their line-ups.`,
  ),
  datesOf: both(
    (club: string) => `Fechas de ${club}`,
    (club: string) => `Dates at ${club}`,
  ),
  otherYears: both('Otros años', 'Other years'),
  nightActions: both('Para esta noche', 'For this night'),
  otherNights: both('Otras noches', 'Other nights'),
  lineUp: both('Line-up', 'Line-up'),
  theNight: both('La noche', 'The night'),
  howToGetHere: both('Cómo llegar', 'How to get here'),
  directions: both('Cómo llegar', 'Directions'),
  doors: both(
    (hour: string) => `puertas ${hour}`,
    (hour: string) => `doors ${hour}`,
  ),
  atPlace: both(
    (place: string) => `en ${place}`,
    (place: string) => `at ${place}`,
  ),
  until: both(formatUntilHour, (hour: string) => formatUntilHour(hour, 'en')),
  nightOfWeekday: both(
    (weekday: string) => `la noche del ${weekday}`,
    (weekday: string) => `${weekday} night`,
  ),
  allAges: both('Para todas las edades', 'All ages'),
  fromAge: both(
    (age: number) => `Desde los ${age} años`,
    (age: number) => `${age} and over`,
  ),
  before: both(
    (date: string) => `antes: ${date}`,
    (date: string) => `was: ${date}`,
  ),
  stages: both({ tonight: 'ESTA NOCHE', now: 'AHORA' }, { tonight: 'TONIGHT', now: 'NOW' }),
  playsNow: both('Suena ahora', 'Playing now'),
  endStages: both({ closed: 'YA CERRÓ', over: 'YA PASÓ' }, { closed: 'NOW CLOSED', over: 'IT IS OVER' }),
  offerStates: both(
    { available: null, soldout: 'Agotada', soon: 'Próximamente', door: 'Al entrar' },
    { available: null, soldout: 'Sold out', soon: 'Coming soon', door: 'On arrival' },
  ),
  offerEnded: both('Terminó', 'Ended'),
  share: both('Compartir', 'Share'),
  play: both('Reproducir acá', 'Play it here'),
  openIn: both(
    (player: string) => `Abrir en ${player}`,
    (player: string) => `Open in ${player}`,
  ),
  playerOf: both(
    (player: string) => `Reproductor de ${player}`,
    (player: string) => `${player} player`,
  ),
  followAll: both('Todas las fechas en tu calendario', 'All dates in your calendar'),
  followAllNote: both(
    'Seguidas, se actualizan solas, canceladas incluidas: un teléfono mira más o menos cada hora, Google hasta un día después. El archivo queda como está hoy.',
    'If you subscribe, the dates update by themselves, cancellations included: a phone checks about once an hour, Google can take up to a day. The file stays as it is today. The text of the calendar is in Spanish.',
  ),
  addToCalendar: both('Agendar', 'Add to calendar'),
  addNote: both(
    'Lo que bajás queda como está hoy. Si la seguís, cambia sola: un teléfono mira más o menos cada hora, otros calendarios una vez por día. Lo de último momento está siempre acá.',
    'What you download stays as it is today. If you subscribe, it updates by itself: a phone checks about once an hour, other calendars once a day. The latest information is always on this page. The text of the calendar is in Spanish.',
  ),
  followFromCalendar: both('Seguirlas desde tu calendario', 'Subscribe in your calendar'),
  followInGoogle: both('Seguirlas en Google Calendar', 'Subscribe in Google Calendar'),
  downloadAll: both('Bajar las de hoy (archivo .ics)', 'Download the current dates (.ics file)'),
  downloadOne: both('En tu calendario (archivo .ics)', 'Add to your calendar (.ics file)'),
  addInGoogle: both('En Google Calendar', 'Add to Google Calendar'),
  followOne: both('Seguirla, por si cambia', 'Subscribe, in case it changes'),

  // Contact.
  whereWeAre: both('Dónde estamos', 'Where we are'),
  planOf: both(
    (street: string) => `Plano del barrio: ${street}`,
    (street: string) => `Map of the neighbourhood: ${street}`,
  ),
  west: both('O', 'W'),
  writeUs: both('Escribinos', 'Write to us'),
  networks: both('Redes', 'Social media'),
  person: both('Nombre', 'Name'),
  email: both('E-mail', 'E-mail'),
  message: both('Comentario', 'Message'),
  leaveEmpty: both('Dejá este campo vacío', 'Leave this field empty'),
  send: both('Enviar', 'Send'),
  sending: both('Enviando', 'Sending'),
  sent: both<'Enviado' | 'Sent'>('Enviado', 'Sent'),
  yourData: both('Qué hacemos con tus datos', 'What we do with your data'),
} as const

export type PageTexts = ShellTexts & { [N in keyof typeof words]: (typeof words)[N][Language] }

const getWords = (language: Language): PageTexts => ({
  ...shellTexts[language],
  ...(Object.fromEntries(Object.entries(words).map(([name, said]) => [name, said[language]])) as PageTexts),
})

const inLanguage: Record<Language, PageTexts> = { es: getWords('es'), en: getWords('en') }

export const getPageTexts = (language: Language): PageTexts => inLanguage[language]

export const usePageTexts = (): PageTexts => getPageTexts(useLanguage())
