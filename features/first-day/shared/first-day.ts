/** The tasks of a new club, and the states of its demo texts. */

/** All tasks in display order. */
export const tasks = ['name', 'founder', 'links', 'night', 'colleague', 'mail', 'backup'] as const

/**
 * A missing step. `name`, `founder` and `links` are missing while the club has the shipped name, the shipped founder or
 * quote, or all shipped links. `night`: no night is coming. `colleague`: there is only one administrator. `mail`: no mail
 * server is configured. `backup`: backups are not copied to a second place.
 */
export type Task = (typeof tasks)[number]

/** Settings groups whose rows describe the fictional club that ships. */
export const stories = ['history', 'milestones'] as const

/** 'shipped': the demo texts. 'nothing': no texts. 'own': texts of the club. */
export type DemoTextState = 'shipped' | 'nothing' | 'own'
