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
 * A missing step. `name` and `address` are missing while the club has the shipped value or the neutral one of an empty club.
 * `founder`, `slogans`, `rules`, `replies` and `links` are missing while the club has texts of the demo club: the founder or
 * a quote, a slogan, a rule of /culture, the text of /contact with its days of reply, or all links. `night`: no night is
 * coming. `colleague`: there is only one administrator. `mail`: no mail server is configured. `backup`: backups are not
 * copied to a second place.
 */
export type Task = (typeof tasks)[number]

/**
 * State of the texts of a settings group. 'shipped': some are those of the demo club. 'nothing': some have been emptied and
 * not been written since. 'own': all others.
 */
export type DemoTextState = 'shipped' | 'nothing' | 'own'
