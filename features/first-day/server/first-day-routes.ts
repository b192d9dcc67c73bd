/** What a new club has not done yet is told with the summary of messages; here it is dismissed. */
import { defineRoute, noContent } from '../../../platform/api/server/route.ts'
import type { FeatureApiServices } from '../../services.ts'

export function firstDayRoutes({ firstDay }: FeatureApiServices) {
  return [
    defineRoute({
      id: 'dismissFirstDay',
      method: 'DELETE',
      path: '/first-day',
      access: 'first-day.dismiss',
      tag: 'Servicio',
      summary: 'No mostrar más lo que al club le falta para empezar, a nadie',
      responses: { 204: { description: 'No se muestra más.' } },
      problems: ['sign-in-needed', 'foreign-origin'],
      async handle({ caller }) {
        await firstDay.dismiss(caller.user)
        return noContent()
      },
    }),
  ] as const
}
