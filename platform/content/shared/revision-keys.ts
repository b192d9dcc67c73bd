import type { ResourceName } from './resources.ts'

/** Keys of revisions that are not resources. */
export const otherRevisionKeys = ['settings', 'guestLists'] as const

/** Names with a revision: the resources, the settings of the club, and the guest lists that visitors can join. */
export type RevisionKey = ResourceName | (typeof otherRevisionKeys)[number]
