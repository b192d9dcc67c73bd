/** The first day of a club: its missing steps, and the remaining demo content. */

/** In display order. */
export const tasks = ['name', 'founder', 'links', 'night', 'colleague', 'mail', 'backup'] as const

/**
 * Missing steps: the name (`name`), the founder or the quote (`founder`) or all links (`links`) are those that ship; there is no coming night (`night`), only
 * one administrator (`colleague`), no mail server (`mail`), or no second place for backups (`backup`).
 */
export type Task = (typeof tasks)[number]

/** Settings groups whose rows describe the fictional club that ships. */
export const stories = ['history', 'milestones'] as const

/** The texts that ship, no texts, or texts of the club. */
export type DemoTextState = 'shipped' | 'nothing' | 'own'
