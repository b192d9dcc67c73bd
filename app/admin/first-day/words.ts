/** How the first day speaks of numbers. */
import type { DemoCount } from '../../../contract/first-day.ts'

const things = (count: number): string => (count === 1 ? 'una cosa' : `${count} cosas`)

/** What of the demo visitors see, and what waits in the bin. */
export function demoWords({ untouched, edited, binned }: DemoCount): string {
  const parts = [
    untouched > 0 && `${things(untouched)} de ejemplo`,
    edited > 0 && `${things(edited)} de ejemplo que ustedes ya cambiaron`,
    binned > 0 && `${things(binned)} en la papelera`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'No hay nada de ejemplo.' : `Hay ${parts.join(', ')}.`
}
