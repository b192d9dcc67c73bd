/**
 * What the club says of itself, in groups that administrators edit: each a declaration, as resources have, of which there is
 * one item. A field whose name has a dot is part of an object for the API: `address.street` is `address: {street}`.
 */

import {
  choice,
  colour,
  type Declaration,
  englishGroup,
  type Field,
  figure,
  film,
  fixedRows,
  image,
  instant,
  line,
  number,
  rows,
  text,
  url,
  withEnglish,
  withEnglishColumns,
  zone,
} from '../../content/shared/fields.ts'
import { declarationOf, type ResourceName } from '../../content/shared/resources.ts'
import { INK } from '../../shared/colours.ts'
import { NOTICE_MS } from '../../shared/limits.ts'
import { valueKeys } from './club.ts'
import { type GroupName, groupLabels, groupPath, SITE, SITE_ADMIN_PATH } from './group-names.ts'

const META_TITLE_MAX = 150
const STORY_MAX = 2_000
const SLOGANS = 4
const CHAPTERS_MAX = 40
const VALUES_MAX = 8
const STORIES_MAX = 60
const YEAR = { min: 1900, max: 2200 }
const BPM = { min: 60, max: 200 }

/** What search engines and social networks say of the page. */
const meta = {
  'meta.title': line('Título de la ventana', {
    max: META_TITLE_MAX,
    hint: 'Donde dice {club} y {city} van el nombre del club y la ciudad.',
  }),
  'meta.description': text('Descripción para buscadores'),
}

const lead = text('Texto bajo el título', { optional: true })

/** Of a row. */
const photograph = {
  picture: image('Foto', { width: 1600, height: 1067 }, { optional: true }),
  alt: {
    ...line('Qué se ve en la foto', { optional: true, hint: 'Vacío: es decorativa.' }),
    describes: 'picture',
  },
}

const [courtesy, noPhotos, noVip, green] = valueKeys

/** A sign for each value, and what it stands for. */
const signs = {
  [courtesy]: 'Trato',
  [noPhotos]: 'Sin fotos',
  [noVip]: 'Sin VIP',
  [green]: 'Verde',
}

interface GroupOptions<F extends Record<string, Field>> {
  /** The page that it is seen on. */
  page: string
  /** Its instants from which and until which visitors have it. */
  period?: readonly [from: string, until: string]
  fields: F
}

export interface GroupDeclaration extends Declaration {
  shownOn: string
  period: readonly [from: string, until: string] | null
}

const group = <const N extends GroupName, const F extends Record<string, Field>>(
  name: N,
  { page, period, fields }: GroupOptions<F>,
) => {
  const [label, path] = [groupLabels[name], groupPath(name)]
  return {
    name: `site/${name}` as const,
    words: { one: label, many: label, article: 'el' as const },
    admin: { menu: SITE_ADMIN_PATH, create: path, update: path, remove: path },
    shownOn: page,
    period: period ?? null,
    fields,
    groups: englishGroup(fields),
    heading: '',
    envelope: 'array' as const,
    noticeMs: NOTICE_MS,
  }
}

export const groups = {
  identity: group('identity', {
    page: '/',
    fields: withEnglish(
      {
        name: line('Nombre del club', { max: 100 }),
        city: line('Ciudad', { max: 100 }),
        neighbourhood: line('Barrio', { max: 100, optional: true }),
        description: text('Una frase que diga qué es'),
        'founder.name': line('Quién lo fundó', { max: 100, optional: true }),
        'founder.quote': text('Lo que dice', { optional: true }),
        slogans: fixedRows(
          'Lemas',
          SLOGANS,
          { one: 'lema', article: 'el' },
          withEnglishColumns(
            { text: line('Lema', { max: 80 }), value: choice('Valor al que lleva', signs, courtesy) },
            ['text'],
          ),
        ),
        timeZone: zone('Zona horaria'),
      },
      ['description', 'founder.quote'],
    ),
  }),
  contact: group('contact', {
    page: '/contact',
    fields: withEnglish(
      {
        'address.street': line('Calle y número', { max: 100 }),
        'address.town': line('Código postal y ciudad', { max: 100 }),
        'address.country': line('País', { max: 100, optional: true }),
        'position.lat': number('Latitud', { min: -90, max: 90, decimals: 6 }),
        'position.lon': number('Longitud', { min: -180, max: 180, decimals: 6 }),
        lead,
        directions: text('Cómo llegar', { optional: true }),
        hours: text('Horarios', { optional: true }),
        ...meta,
      },
      ['lead', 'directions', 'hours', 'meta.title', 'meta.description'],
    ),
  }),
  links: group('links', {
    page: '/contact',
    fields: {
      instagram: url('Instagram', { optional: true, accountsAt: 'https://www.instagram.com/' }),
      facebook: url('Facebook', { optional: true }),
      soundcloud: url('SoundCloud', { optional: true, accountsAt: 'https://soundcloud.com/' }),
      residentAdvisor: url('Resident Advisor', { optional: true }),
      youtube: url('YouTube', { optional: true, accountsAt: 'https://www.youtube.com/@' }),
      ticketing: url('Venta de entradas', { optional: true, hint: 'A donde lleva «Eventos» en el menú.' }),
    },
  }),
  home: group('home', {
    page: '/',
    fields: withEnglish(
      {
        podcast: line('Texto bajo el título de Podcast', { optional: true }),
        episodes: line('Texto bajo el título de Episodios', { optional: true }),
        dates: line('Texto bajo el título de Próximas fechas', { optional: true }),
        noDates: line('Cuando no hay fechas', { optional: true }),
        residents: line('Texto bajo el título de Residentes', { optional: true }),
        agency: line('Texto bajo el título de Agencia', { optional: true }),
        ...meta,
      },
      ['podcast', 'episodes', 'dates', 'noDates', 'residents', 'agency', 'meta.title', 'meta.description'],
    ),
  }),
  history: group('history', {
    page: '/history',
    fields: {
      lead,
      chapters: rows(
        'Capítulos',
        CHAPTERS_MAX,
        { one: 'capítulo', article: 'el' },
        {
          year: number('Año', YEAR),
          title: line('Título', { max: 100 }),
          text: text('Texto', { max: STORY_MAX, optional: true }),
          ...photograph,
        },
      ),
      ...meta,
    },
  }),
  culture: group('culture', {
    page: '/culture',
    fields: withEnglish(
      {
        lead,
        values: rows(
          'Valores',
          VALUES_MAX,
          { one: 'valor', article: 'el' },
          withEnglishColumns(
            {
              key: choice('Pictograma', signs, courtesy),
              title: line('Título', { max: 100 }),
              text: text('Texto', { max: STORY_MAX, optional: true }),
              ...photograph,
            },
            ['title', 'text', 'alt'],
          ),
        ),
        ...meta,
      },
      ['lead', 'meta.title', 'meta.description'],
    ),
  }),
  milestones: group('milestones', {
    page: '/milestones',
    fields: {
      lead,
      stories: rows(
        'Visitas',
        STORIES_MAX,
        { one: 'visita', article: 'la' },
        {
          club: line('Club', { max: 100 }),
          city: line('Ciudad', { max: 100, optional: true }),
          year: number('Año', YEAR),
          story: text('Qué pasó', { max: STORY_MAX, optional: true }),
          ...photograph,
        },
      ),
      ...meta,
    },
  }),
  news: group('news', {
    page: '/news',
    fields: withEnglish({ lead, empty: text('Cuando no hay novedades', { optional: true }), ...meta }, [
      'lead',
    ]),
  }),
  footer: group('footer', {
    page: '/',
    fields: withEnglish(
      {
        farewell: line('Despedida', { optional: true }),
        note: line('Última línea', { optional: true }),
      },
      ['farewell', 'note'],
    ),
  }),
  look: group('look', {
    page: '/',
    fields: {
      accent: colour('Color de la luz', INK, {
        hint: 'El único color del sitio: líneas, sellos, lo que se señala.',
      }),
      bpm: figure('Pulsos por minuto', BPM, { hint: 'A esa velocidad late todo lo que se mueve.' }),
      logo: image(
        'Logo',
        { width: 600, height: 150 },
        {
          optional: true,
          whole: true,
          isDecorative: true,
          hint: 'Un PNG claro con fondo transparente: va arriba, sobre negro. Sin él va el nombre, en las letras de la casa.',
        },
      ),
      film: film('Film de la portada', 'poster', { hint: 'Sin sonido, en continuado, detrás del nombre.' }),
      poster: image(
        'Imagen de la portada',
        { width: 1920, height: 1080 },
        {
          optional: true,
          whole: true,
          isDecorative: true,
          hint: 'Se ve hasta que arranca el film. Sola, queda quieta en su lugar.',
        },
      ),
    },
  }),
  notice: group('notice', {
    page: '/',
    period: ['from', 'until'],
    fields: withEnglish(
      {
        text: line('Aviso', { optional: true, hint: 'Una línea arriba de todas las páginas.' }),
        url: url('Enlace', { optional: true }),
        from: instant('Desde', { hint: 'Vacío: desde ya.' }),
        until: instant('Hasta', { hint: 'Vacío: hasta que lo saques.' }),
      },
      ['text'],
    ),
  }),
} as const satisfies Record<GroupName, GroupDeclaration>

/** What is written to: items of the resources, and the groups, each by its name. */
export type Written = ResourceName | typeof SITE

/** @param id of the item, or the name of a group */
export const declarationFor = (resource: Written, id: string): Declaration =>
  resource === SITE ? groups[id as GroupName] : declarationOf(resource)

export type Groups = typeof groups
