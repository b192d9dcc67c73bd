import type { GroupName } from '../../../contract/site/group-names.ts'
import type { Group } from '../../../contract/site/site.ts'
import { toldIn } from '../../../platform/shared/localize.ts'
import { replaceWords } from '../../club-words.ts'
import { lookOf } from '../../words-of-site.ts'

/** What a group says from now on, in all that is shown here. A notice is said by pages alone, while it lasts. */
export function sayFromNow(name: GroupName, group: Group): void {
  if (name === 'notice') return
  replaceWords({ [name]: name === 'look' ? lookOf(group as Group<'look'>) : toldIn('es', group) })
}
