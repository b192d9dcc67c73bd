/** Keeps the focus, and with it the keyboard of a phone, in the search field when a button is tapped. */
export const keepFocus = (event: { preventDefault(): void }): void => event.preventDefault()
