/** The first day of a club: what it has not done yet, and what of the demo is still there. */

/** In the order in which they are shown. */
export const tasks = ['name', 'founder', 'links', 'night', 'colleague', 'mail', 'backup'] as const

/**
 * What is missing: the name is the one that ships (`name`), so is who founded it, or what they say (`founder`), so are all links (`links`), no night is to come (`night`), one
 * person administers alone (`colleague`), there is no mail server (`mail`), backups go nowhere else (`backup`).
 */
export type Task = (typeof tasks)[number]

/** Groups whose rows tell of the club that ships, and of no other. */
export const stories = ['history', 'milestones'] as const

/** Of the club that ships, nothing, or what somebody wrote. */
export type Told = 'shipped' | 'nothing' | 'own'
