import { bodyProblems, defineRoute, json } from '../../../platform/api/server/route.ts'
import * as messages from '../shared/guests.ts'
import { guestPermissions } from './guest-permissions.ts'
import type { Guests } from './guests.ts'

export const guestTag = 'Listas y puerta'

export function guestSettingsRoutes({ guests }: { guests: Guests }) {
  return [
    defineRoute({
      id: 'getGuestSettings',
      method: 'GET',
      path: '/lists/settings',
      access: guestPermissions['guests.read'],
      tag: guestTag,
      summary: 'Cuánta gente entra en el club, y cuánto se guardan los nombres',
      responses: { 200: { description: 'Los dos valores.', schema: messages.guestSettings } },
      handle: async () => json(await guests.settings.read()),
    }),
    defineRoute({
      id: 'updateGuestSettings',
      method: 'PUT',
      path: '/lists/settings',
      access: guestPermissions['guests.write'],
      tag: guestTag,
      summary: 'Cambiar la capacidad y cuánto se guardan los nombres',
      body: messages.guestSettingsBody,
      responses: { 200: { description: 'Como quedó.', schema: messages.guestSettings } },
      problems: bodyProblems,
      handle: async ({ body, caller }) => json(await guests.settings.change(body, caller.user)),
    }),
  ] as const
}
