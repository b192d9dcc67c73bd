/** Limits that server and browser share. They need no zod, so public pages can load them. */

/** Limits of texts in UTF-16 code units. */
export const LIST_NAME_MAX = 120
export const LIST_NOTE_MAX = 500
export const CONDITION_MAX = 120
export const GUEST_NAME_MAX = 120
export const GUEST_NOTE_MAX = 200
export const DEVICE_NAME_MAX = 60

export const LISTS_MAX = 50
/** Limit of guests on one list. */
export const GUESTS_MAX = 5_000
/**
 * Limit of names that one link adds to a list, with those that it deleted again. Deleted rows stay until the names of the
 * night are erased, because phones at the door read from them what was deleted.
 */
export const LINK_NAMES_MAX = 5_000
/** Limit of names that visitors add to a list, with those that they deleted again. */
export const SIGN_UPS_MAX = 10_000
/** Part of a public list's places that one network address may take in an hour. */
export const ADDRESS_SHARE = 0.25
export const CONDITIONS_MAX = 4
/** From this part of its quota on, a public list shows that it fills. */
export const FILLING = 0.9
export const COMPANIONS_MAX = 20
export const COMPANIONS_DEFAULT = 1
/** People of one ticket, or of one guest that an administrator adds. */
export const PLACES_MAX = 100
/** Tickets of one import, and of one list. */
export const TICKETS_MAX = 5_000
/** Limit of a ticket's code. Signed codes have 100 to 400 characters. */
export const TICKET_CODE_MAX = 500
/** Numbers of identity documents. Passports have letters, and tickets with one are found by name. */
export const DOCUMENT_DIGITS = { min: 6, max: 11 } as const
export const QUOTA_MAX = 100_000
/** Lines of a pasted text. Longer texts are refused as a whole. */
export const PASTED_LINES_MAX = 1_000
/** Limit of a pasted text, before it is split into lines. Characters */
export const PASTED_TEXT_MAX = 150_000

export const CAPACITY_MAX = 100_000
/** From this part of the capacity on, the door warns. */
export const CAPACITY_WARNING = 0.9

/** Repeats that the report lists. */
export const REPEATS_MAX = 200
/** Prices of people without a list. Each is a button of the door. */
export const WALK_IN_PRICES_MAX = 6
export const PRICE_LABEL_MAX = 40
/** Limit of one price, as of a ticket of the night. */
export const PRICE_MAX = 1e9

/** Days after the night for which names are kept. */
export const RETENTION_DAYS = { min: 1, default: 7, max: 60 } as const

/** Entries in one request of a device. */
export const ENTRIES_MAX = 500
/** People of one entry. */
export const PEOPLE_MAX = 500
/** Entries in the snapshot of the door. */
export const RECENT_ENTRIES = 50
export const PIN_LENGTH = 6
/**
 * After this number of wrong PINs, only phones that the door knows can enter until an administrator makes a new PIN. Each of
 * those phones has the same number of tries.
 */
export const WRONG_PINS_MAX = 10
/** After this number of wrong PINs of known and unknown phones together, no phone enters. */
export const WRONG_PINS_IN_ALL = 40
/** Phones of a night that are on at the same time. A large door has ten. */
export const PHONES_MAX = 100
/** Entries of one phone and night: one every three seconds for eight hours. Finding a name alone takes longer. */
export const PHONE_ENTRIES_MAX = 10_000
/** Largest number of unsent entries that a phone can report. Its memory holds more than it may send. */
export const UNSENT_MAX = 1_000_000
/** Time after the end of a session in which it may still send entries that were made before. ms */
export const QUEUE_GRACE_MS = 24 * 3_600_000
