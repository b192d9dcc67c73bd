/** How the first day speaks of numbers. */
import { type DemoCount, stories } from '../../../contract/first-day.ts'
import { groups } from '../../../contract/site/groups.ts'

const things = (count: number): string => (count === 1 ? 'una cosa' : `${count} cosas`)

/** What of the demo visitors see, and what waits in the bin. */
export function demoWords({ untouched, edited, binned, told }: DemoCount): string {
  const parts = [
    untouched > 0 && `${things(untouched)} de ejemplo`,
    edited > 0 && `${things(edited)} de ejemplo que ustedes ya cambiaron`,
    binned > 0 && `${things(binned)} en la papelera`,
  ].filter((part) => part !== false)
  const counted = parts.length === 0 ? 'No hay nada de ejemplo.' : `Hay ${parts.join(', ')}.`
  return [counted, storyWords[told]].filter((words) => words !== '').join(' ')
}

const pages = stories.map((name) => groups[name].words.one).join(' e ')

const storyWords: Record<DemoCount['told'], string> = {
  shipped: `${pages} cuentan las del club de ejemplo.`,
  nothing: `${pages} esperan las de ustedes.`,
  own: '',
}
