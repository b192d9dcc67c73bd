/** How the date of a night is set as type. */
/** '28.11': what fits the width of a flyer. */
export const figures = (date: string): string => `${date.slice(8, 10)}.${date.slice(5, 7)}`

export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase('es') + text.slice(1)
