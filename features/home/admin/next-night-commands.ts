/**
 * Entries of the command menu for the next night. The home screen performs the actions, and the night's form moves the night
 * to another day.
 */
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import type { Command } from '../../../platform/admin-layout/commands.ts'
import { adminPaths, editPath } from '../../../platform/admin-layout/paths.ts'
import { listItemScreens } from '../../../platform/admin-layout/screen-list.ts'
import { fieldPath } from '../../../platform/content/shared/field-links.ts'
import { formatDatedItemName } from '../../../platform/content/shared/item-names.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import {
  actionLabels,
  actionSynonyms,
  listNightActions,
  type NightCommand,
  toHistoryState,
} from './night-actions.ts'

export default async function loadNightCommands(): Promise<Command[]> {
  const answer = await adminApi.get('/overview')
  const night = answer.ok ? answer.value.night : null
  if (night === null) return []
  const declaration = getDeclaration('events')
  const name = formatDatedItemName(declaration, night)
  const group = 'La próxima fecha'
  const also = (action: keyof typeof actionSynonyms) => `${group} ${actionSynonyms[action]}`
  const create = (action: NightCommand['action'], label: string): Command => ({
    to: adminPaths.home,
    state: toHistoryState({ night: night._id, action }),
    label: `${label}: ${name}`,
    group,
    also: also(action),
  })
  return [
    // The first entry is the one that Enter chooses in an empty menu, so it must not change the night.
    ...(night.status === 'cancelled'
      ? []
      : [
          {
            to: fieldPath(editPath(declaration, night._id), 'date'),
            label: `Pasar a otro día: ${name}`,
            group,
            also: also('move'),
          },
        ]),
    create('share', 'Compartir'),
    ...listItemScreens('events', night._id).map(({ to, label, also }) => ({
      to,
      label: `${label}: ${name}`,
      group,
      also: `${group} ${also}`,
    })),
    ...listNightActions(night, Date.now()).map((action) => create(action, actionLabels[action])),
  ]
}
