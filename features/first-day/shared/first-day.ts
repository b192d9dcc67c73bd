/** The tasks of a new club, and the states of its demo texts. */

/** All tasks in display order. */
export const tasks = [
  'name',
  'address',
  'founder',
  'slogans',
  'rules',
  'replies',
  'links',
  'night',
  'colleague',
  'mail',
  'backup',
] as const

/**
 * A task is missing in these cases:
 * - `name`, `address`: the club has the shipped value, or the neutral value of an empty club.
 * - `founder`: the founder's name or quote is that of the demo club.
 * - `slogans`: a slogan is that of the demo club.
 * - `rules`: the introduction or a rule of /culture is that of the demo club.
 * - `replies`: the introduction of /contact is that of the demo club, which promises replies within some days.
 * - `links`: the links have never been edited.
 * - `night`: no night is coming.
 * - `colleague`: there is only one administrator.
 * - `mail`: no mail server is configured.
 * - `backup`: backups are not copied to a second place.
 */
export type Task = (typeof tasks)[number]

/**
 * State of the texts of a settings group. 'shipped': some are those of the demo club. 'nothing': some have been emptied and
 * not been written since. 'own': neither is the case.
 */
export type DemoTextState = 'shipped' | 'nothing' | 'own'
