/** Entries of the command menu that perform an action on the next night. The home screen performs them. */
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import type { Command } from '../../../platform/admin-layout/commands.ts'
import { adminPaths } from '../../../platform/admin-layout/paths.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { formatDatedItemName } from '../../../platform/shared/item-names.ts'
import { actionLabels, listNightActions, type NightCommand, toHistoryState } from './night-actions.ts'

export default async function loadNightCommands(): Promise<Command[]> {
  const answer = await adminApi.get('/overview')
  const night = answer.ok ? answer.value.night : null
  if (night === null) return []
  const name = formatDatedItemName(getDeclaration('events'), night)
  const create = (action: NightCommand['action'], label: string): Command => ({
    to: adminPaths.home,
    state: toHistoryState({ night: night._id, action }),
    label: `${label}: ${name}`,
    group: 'La próxima fecha',
  })
  return [
    ...listNightActions(night, Date.now()).map((action) => create(action, actionLabels[action])),
    create('share', 'Compartir'),
  ]
}
