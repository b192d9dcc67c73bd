/**
 * Times and limits that server and browser share (docs/requirements.md). They need no zod, so public pages can load them.
 */

/**
 * Local-storage key of the signed-in user, `{id, _id, email}`. The stored user decides only which screens and links the
 * browser shows.
 */
export const USER_STORAGE_KEY = 'user'

/** Time limit for loading a script chunk. ms */
export const CHUNK_TIMEOUT_MS = 120_000

/** Movement of the pointer from which it counts as a swipe of a carousel. CSS px */
export const SWIPE_THRESHOLD_PX = 40

/** Interval of the news carousel. The carousels of slogans, podcasts and episodes use the longer one. ms */
export const NEWS_CAROUSEL_MS = 4000
export const CAROUSEL_MS = 5000

/** Time that a notice is shown. Nights and the contact form use the longer one. ms */
export const NOTICE_MS = 1500
export const LONG_NOTICE_MS = 2500

/** Duration of the page transition of /contact. s */
export const CONTACT_TRANSITION_S = 0.1

/** Limits of texts in UTF-16 code units, which `maxlength` and `String.length` count. */
export const SHORT_TEXT_MAX = 200
export const LONG_TEXT_MAX = 500
export const TITLE_MAX = 150
/** Limit of an administrator's display name. */
export const PERSON_NAME_MAX = 100
export const URL_MAX = 2048
export const EMAIL_MAX = 254
/** Limit of a typed telephone number, with the words that a contact card has before it. */
export const PHONE_TYPED_MAX = 100
export const MESSAGE_MAX = 5000
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/**
 * Limit of a password at sign-in. It is above PASSWORD_MAX, so that a long pasted text gets the answer "wrong password".
 */
export const TYPED_PASSWORD_MAX = 1000
/** Limit of a typed code of the second factor, which may contain spaces and hyphens. */
export const CODE_MAX = 40
export const ALT_MAX = 300

/** Limit of a rich text. UTF-8 bytes */
export const RICH_TEXT_MAX_BYTES = 200_000
/**
 * Limit of opening and closing tags in a rich text. A long article has a tenth of this. Sanitising 60,000 tags takes
 * seconds.
 */
export const RICH_TEXT_TAGS_MAX = 10_000

/** Limits of a picture: bytes after base64 decoding, and pixels. */
export const IMAGE_MAX_BYTES = 12 * 1024 * 1024
export const IMAGE_MAX_PIXELS = 50_000_000

/** Limit of a request body. Each image field of its resource adds the second value. Bytes */
export const BODY_MAX_BYTES = 1_000_000
export const BODY_IMAGE_BYTES = 17_000_000

/** Limit of a body on routes without a session, and of forms on public pages. Bytes */
export const ANONYMOUS_BODY_MAX_BYTES = 4_000
/** Limit of such a body where people send a long text. Each route and form that has it states the reason. Bytes */
export const ANONYMOUS_TEXT_MAX_BYTES = 64_000

/** Number of items on one page of a list. */
export const PAGE_SIZE = 100
export const PAGE_SIZE_MAX = 500

/** Characters of `?q=` that a search uses. The rest is ignored. */
export const QUERY_MAX = 200

/** Time for which deleted items can be restored. */
export const TRASH_DAYS = 30

/** Validity of a preview link. */
export const PREVIEW_DAYS = 7

/** Retention of the audit log and of earlier versions. */
export const HISTORY_KEPT_MONTHS = 12

/** Size of share images. Every social network shows the ratio 1.91 without cropping. px */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const

/** Limit of a film. Forms show it as "24 MB". Bytes */
export const FILM_MAX_BYTES = 24 * 1024 * 1024
export const FILM_TYPE = 'video/mp4'
