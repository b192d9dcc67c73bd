import {
  choice,
  currency,
  date,
  declare,
  former,
  image,
  instant,
  line,
  localTime,
  type NextRow,
  number,
  reference,
  rich,
  rows,
  text,
  time,
  url,
} from '../../../platform/content/shared/fields.ts'
import { createEnglishGroups, withEnglish } from '../../../platform/content/shared/translations.ts'
import { LONG_NOTICE_MS } from '../../../platform/shared/limits.ts'
import { artistResources } from '../../artists/shared/artist-resources.ts'

const FLYER_ALT = 'Flyer de la fecha del {}'

/** Proposes the phase after one that ends: 'Anticipada 2' after 'Anticipada', which waits until then. */
const proposePhase: NextRow = ({ name, endsAt }) => {
  if (!endsAt || typeof name !== 'string') return {}
  const [, words = '', number = '1'] = /^(.*?)(?: (\d{1,3}))?$/.exec(name.trim()) ?? []
  return { availability: 'soon', ...(words && { name: `${words} ${Number(number) + 1}` }) }
}

const fields = withEnglish(
  {
    date: date('Fecha', { time: true, night: true }),
    title: line('Nombre de la fecha', { max: 150, optional: true }),
    url: url('Enlace de entradas'),
    flyerLarge: image(
      'Flyer grande',
      { width: 1600, height: 1600 },
      {
        whole: true,
        proposedAlt: FLYER_ALT,
        hint: 'Si no es cuadrado queda entero, en el formato que tenga.',
      },
    ),
    flyerGrid: image(
      'Flyer cuadrado',
      { width: 500, height: 500 },
      { cutFrom: 'flyerLarge', proposedAlt: FLYER_ALT },
    ),
    description: rich('Texto', { optional: true }),
    visitNote: text('Solo en esta fecha', {
      max: 240,
      optional: true,
      hint: 'Lo que cambia de «Antes de venir». «Guardarropa: no hay» reemplaza ese renglón.',
    }),
    endsAt: time('Termina', {
      hint: 'La hora de cierre; después de medianoche es de la mañana siguiente.',
    }),
    status: choice(
      'Estado de la fecha',
      {
        scheduled: 'Se hace',
        cancelled: 'Cancelada',
        postponed: 'Postergada',
        rescheduled: 'Nueva fecha',
      },
      'scheduled',
      { calledOff: ['cancelled', 'postponed'] },
    ),
    statusNote: line('Aclaración', { optional: true, hint: 'Por qué, o qué pasa con las entradas.' }),
    ageMin: number('Edad mínima', { min: 0, max: 99 }),
    offers: rows(
      'Entradas',
      12,
      { one: 'entrada', article: 'la' },
      {
        name: line('Nombre', { max: 100 }),
        price: number(
          'Precio',
          { min: 0, max: 1e9, decimals: 2 },
          { hint: 'Vacío si no se sabe; 0 es entrada libre.' },
        ),
        currency: currency('Moneda', 'ARS'),
        url: url('Enlace', { optional: true, hint: 'Vacío: el de la fecha.' }),
        availability: choice(
          'Disponibilidad',
          { available: 'Disponible', soldout: 'Agotada', soon: 'Próximamente', door: 'Solo en la puerta' },
          'available',
          {
            hint: '«Solo en la puerta» no lleva a la venta: es lo que queda, como la lista, cuando se agota.',
            copied: ['door', 'soon'],
          },
        ),
        endsAt: localTime('Hasta el día', {
          hint: 'Después se vende sola la que sigue, si está en «Próximamente».',
        }),
        until: time('O hasta la hora', {
          hint: '«Antes de la 1» es 01:00. Vacío: toda la noche.',
        }),
      },
      { either: ['endsAt', 'until'], isWhole: true, next: proposePhase },
    ),
    lineup: rows(
      'Line-up',
      40,
      { one: 'artista', article: 'el' },
      {
        artist: reference('Artista del club', artistResources),
        name: { ...line('Nombre'), namedBy: 'artist' },
        role: line('Rol', { max: 60, optional: true, hint: 'B2B, live, all night long…' }),
        room: line('Sala', { max: 60, optional: true }),
        from: time('Desde'),
        to: time('Hasta'),
        revealAt: instant('Se revela', { hint: 'Hasta entonces nadie ve que toca.' }),
      },
      {
        hint: 'En el sitio salen por hora; sin hora, en este orden.',
        hours: { from: 'from', to: 'to' },
        together: {
          column: 'revealAt',
          label: 'Revelar todo el line-up',
          hint: 'Hasta entonces no se ve quién toca. Vacío: se ve desde que se publica la fecha.',
          clear: 'Revelarlo ya',
        },
      },
    ),
    previousDate: former('Fecha anterior', 'date', ['status', 'rescheduled']),
  },
  ['title', 'description', 'visitNote', 'statusNote'],
)

export const events = declare({
  name: 'events',
  words: { one: 'fecha', many: 'Fechas', article: 'la' },
  admin: {
    menu: '/admin/events',
    create: '/admin/events/addevents',
    update: '/admin/events/updateevents',
    remove: '/admin/events/deleteevent',
  },
  isFrequent: true,
  // The specification prescribes this word.
  homeLabel: 'Eventos',
  fields,
  groups: [
    { label: 'Line-up', fields: ['lineup'] },
    { label: 'Entradas', fields: ['offers'] },
    { label: 'Texto', fields: ['description'] },
    { label: 'Antes de venir', fields: ['visitNote'] },
    { label: 'Estado', fields: ['status', 'statusNote', 'ageMin'] },
    ...createEnglishGroups(fields),
  ],
  aside: ['date', 'endsAt', 'flyerLarge'],
  first: ['flyerLarge', 'date', 'endsAt', 'title', 'url'],
  fieldsNotCopied: ['status', 'statusNote', 'en.statusNote', 'visitNote', 'en.visitNote'],
  nameField: 'date',
  displayNameField: 'title',
  page: {
    path: '/fechas/',
    slugOf: 'title',
    dated: 'date',
    english: { mainText: 'description' },
  },
  isPageBesideForm: true,
  picture: 'flyerGrid',
  orderBy: 'date',
  envelope: 'data',
  noticeMs: LONG_NOTICE_MS,
})
