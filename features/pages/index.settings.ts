/** Settings of the pages /history, /culture and /milestones. */
import { line, number, rows, text } from '../../platform/content/shared/fields.ts'
import { withEnglish, withEnglishColumns } from '../../platform/content/shared/translations.ts'
import {
  lead,
  meta,
  photoColumns,
  type SettingsDeclaration,
  STORY_MAX,
  valueChoice,
  YEAR,
} from '../../platform/settings/shared/settings-declaration.ts'
import type { SettingsOf } from '../manifest.ts'
import type { pages } from './index.ts'

const CHAPTERS_MAX = 40
const VALUES_MAX = 8
const STORIES_MAX = 60

const history = {
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
        ...photoColumns,
      },
    ),
    ...meta,
  },
} satisfies SettingsDeclaration

const culture = {
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
            key: valueChoice('Pictograma'),
            title: line('Título', { max: 100 }),
            text: text('Texto', { max: STORY_MAX, optional: true }),
            ...photoColumns,
          },
          ['title', 'text', 'alt'],
        ),
      ),
      ...meta,
    },
    ['lead', 'meta.title', 'meta.description'],
  ),
} satisfies SettingsDeclaration

const milestones = {
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
        ...photoColumns,
      },
    ),
    ...meta,
  },
} satisfies SettingsDeclaration

export const pageSettings = { history, culture, milestones } satisfies SettingsOf<typeof pages>
