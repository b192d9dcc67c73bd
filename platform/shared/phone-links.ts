/** Links to telephone numbers in the international notation. Public pages load this file, without the table of all countries. */

/** Returns the link that dials a normalised number (RFC 3966). */
export const createTelLink = (phone: string): string => `tel:${phone.replaceAll(' ', '')}`

/** Returns the link that opens a chat with a normalised number. WhatsApp expects only digits. */
export const createWhatsAppLink = (phone: string): string => `https://wa.me/${phone.replace(/\D/g, '')}`
