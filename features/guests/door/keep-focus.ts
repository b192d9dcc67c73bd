import { passFocus } from '../../../platform/ui/focus.ts'

/** Keeps the focus, and with it the keyboard of a phone, in the search field when a button is tapped. */
export const keepFocus = (event: { preventDefault(): void }): void => event.preventDefault()

/**
 * Ref of an element that leaves the page when it is pressed. The search takes the focus, so that a second Enter does not press
 * another button.
 */
export const passToSearch = passFocus(() => document.getElementById('search'))
