import { replaceWords } from '../../pages/club-words.ts'
import { lookOf } from '../../pages/load-club-words.ts'
import { toldIn } from '../../shared/localize.ts'
import type { GroupName } from '../shared/group-names.ts'
import type { Group } from '../shared/site-settings.ts'

/** What a group says from now on, in all that is shown here. A notice is said by pages alone, while it lasts. */
export function sayFromNow(name: GroupName, group: Group): void {
  if (name === 'notice') return
  replaceWords({ [name]: name === 'look' ? lookOf(group as Group<'look'>) : toldIn('es', group) })
}
