/** How the first day speaks of numbers. */

import { groups } from '../../../platform/settings/shared/settings-groups.ts'
import { type DemoCount, stories, type Told } from '../shared/first-day.ts'

const things = (count: number): string => (count === 1 ? 'una cosa' : `${count} cosas`)

/** What of the demo visitors see, and what waits in the bin. */
export function demoWords({ untouched, edited, binned, told }: DemoCount): string {
  const parts = [
    untouched > 0 && `${things(untouched)} de ejemplo`,
    edited > 0 && `${things(edited)} de ejemplo que ustedes ya cambiaron`,
    binned > 0 && `${things(binned)} en la papelera`,
  ].filter((part) => part !== false)
  const counted = parts.length === 0 ? 'No hay nada de ejemplo.' : `Hay ${parts.join(', ')}.`
  return [counted, ...storyWords(told)].join(' ')
}

function storyWords(told: DemoCount['told']): string[] {
  const sentence = (what: Told, one: string, several: string) => {
    const names = stories.filter((name) => told[name] === what).map((name) => groups[name].words.one)
    return names.length === 0 ? [] : `${names.join(' e ')} ${names.length === 1 ? one : several}.`
  }
  return [
    sentence('shipped', 'cuenta lo del club de ejemplo', 'cuentan lo del club de ejemplo'),
    sentence('nothing', 'espera lo de ustedes', 'esperan lo de ustedes'),
  ].flat()
}
