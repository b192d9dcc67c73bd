/** The type of a settings group's declaration, and fields that several groups share. Features declare groups in `index.settings.ts`. */
import { choice, type Field, image, line, text } from '../../content/shared/fields.ts'
import { valueKeys } from './club-types.ts'

export interface SettingsDeclaration {
  /** Path of the page that shows the settings. */
  readonly page: string
  /** Names of the two fields that limit when visitors see the settings. */
  readonly period?: readonly [from: string, until: string]
  /** Text above the form, about the whole group. */
  readonly lead?: string
  /** A dot in a name stands for an object in the API: the field `address.street` is `address: {street}`. */
  readonly fields: Readonly<Record<string, Field>>
}

const META_TITLE_MAX = 150

/** Title and description of a page, for search engines and social networks. */
export const meta = {
  'meta.title': line('Título de la ventana', {
    max: META_TITLE_MAX,
    hint: 'Donde dice {club} y {city} van el nombre del club y la ciudad.',
  }),
  'meta.description': text('Descripción para buscadores'),
}

export const lead = text('Texto bajo el título', { optional: true })

/** Columns of rows that have a picture. */
export const photoColumns = {
  picture: image('Foto', { width: 1600, height: 1067 }, { optional: true }),
  alt: {
    ...line('Qué se ve en la foto', { optional: true, hint: 'Vacío: es decorativa.' }),
    describes: 'picture',
  },
}

export const STORY_MAX = 2_000
export const YEAR = { min: 1900, max: 2200 }

const [courtesy, noPhotos, noVip, green] = valueKeys

/** Declares a choice of one of the club's four values (`valueKeys`). */
export const valueChoice = (label: string) =>
  choice(
    label,
    { [courtesy]: 'Trato', [noPhotos]: 'Sin fotos', [noVip]: 'Sin VIP', [green]: 'Verde' },
    courtesy,
  )
