/** The steps that set up a new club, and their Spanish wording. */

import { adminPaths, stepPath } from '../../../platform/admin-layout/paths.ts'
import {
  type SettingsName,
  settingsLabels,
  settingsNames,
} from '../../../platform/settings/shared/settings-names.ts'
import type { DemoCount } from '../shared/demo-count.ts'
import type { DemoTextState, Task } from '../shared/first-day.ts'

interface AnyStep {
  slug: string
  number: number
  title: string
  lead: string
}

/** A step that shows some fields of the form of a settings group. */
export interface FormStep extends AnyStep {
  group: SettingsName
  /** null shows all fields of the form. */
  fields: readonly string[] | null
  /** The step is done when none of these tasks is missing. null: it is done when the group has been edited. */
  tasks: readonly Task[] | null
  /** Label of the button that empties the fields with a value of the demo club. */
  clearLabel?: string
}

export interface OtherStep extends AnyStep {
  group: null
}

export type Step = FormStep | OtherStep

export const STEPS = 6

export const DEMO_STEP = 'ejemplo'

export const steps: readonly Step[] = [
  {
    slug: 'nombre',
    number: 1,
    title: 'Nombre',
    lead: 'Cómo se llama y qué es. Aparece en todas las páginas, en los mails y en los buscadores.',
    group: 'identity',
    fields: ['name', 'city', 'neighbourhood', 'description', 'timeZone'],
    tasks: ['name'],
  },
  {
    slug: 'direccion',
    number: 2,
    title: 'Dirección',
    lead: 'A dónde se va. Con las coordenadas el mapa lleva a la puerta; sin ellas queda la dirección sola.',
    group: 'contact',
    fields: [
      'address.street',
      'address.town',
      'address.country',
      'position.lat',
      'position.lon',
      'directions',
    ],
    tasks: ['address'],
  },
  {
    slug: 'enlaces',
    number: 3,
    title: 'Enlaces',
    lead: 'Dónde más están. El que dejes vacío no aparece en el sitio.',
    group: 'links',
    fields: null,
    tasks: ['links'],
    clearLabel: 'Vaciar los enlaces de ejemplo',
  },
  {
    slug: 'frase',
    number: 4,
    title: 'La frase y los lemas',
    lead: 'Lo primero que se lee en la portada: quien lo fundó, con sus palabras, y hasta cuatro lemas.',
    group: 'identity',
    fields: ['founder.name', 'founder.quote', 'slogans'],
    tasks: ['founder', 'slogans'],
    clearLabel: 'Vaciar la frase y los lemas de ejemplo',
  },
  {
    slug: 'foto',
    number: 5,
    title: 'Foto o film',
    lead: 'Lo que se ve antes de leer nada. Los que vienen quedan bien mientras no tengan los de ustedes.',
    group: 'look',
    fields: ['accent', 'logo', 'film', 'poster'],
    tasks: null,
  },
  {
    slug: DEMO_STEP,
    number: 6,
    title: 'El ejemplo',
    lead: 'El sitio viene con fechas, artistas y novedades inventados, para que se vea cómo queda.',
    group: null,
  },
]

/** Returns the address of the next step. After the last step it is the overview. */
export function getNextPath(step: Step): string {
  const next = steps[steps.indexOf(step) + 1]
  return next ? stepPath(next.slug) : adminPaths.firstDay
}

/** Returns the address of the previous step. Before the first step it is the overview. */
export function getPreviousPath(step: Step): string {
  const before = steps[steps.indexOf(step) - 1]
  return before ? stepPath(before.slug) : adminPaths.firstDay
}

/** Joins names: 'Historia e Hitos'. */
const nameList = new Intl.ListFormat('es')

const things = (count: number): string => (count === 1 ? 'una cosa' : `${count} cosas`)

/** Describes how much demo content visitors can see, and how much is in the trash. */
export function describeDemo({ untouched, edited, binned, told }: DemoCount): string {
  const parts = [
    untouched > 0 && `${things(untouched)} de ejemplo`,
    edited > 0 && `${things(edited)} de ejemplo que ustedes ya cambiaron`,
    binned > 0 && `${things(binned)} en la papelera`,
  ].filter((part) => part !== false)
  const counted = parts.length === 0 ? 'No hay nada de ejemplo.' : `Hay ${parts.join(', ')}.`
  return [counted, ...storyWords(told)].join(' ')
}

function storyWords(told: DemoCount['told']): string[] {
  const sentence = (what: DemoTextState, one: string, several: string) => {
    const names = settingsNames.filter((name) => told[name] === what).map((name) => settingsLabels[name])
    return names.length === 0 ? [] : `${nameList.format(names)} ${names.length === 1 ? one : several}.`
  }
  return [
    sentence('shipped', 'tiene palabras del ejemplo', 'tienen palabras del ejemplo'),
    sentence('nothing', 'espera lo de ustedes', 'esperan lo de ustedes'),
  ].flat()
}
