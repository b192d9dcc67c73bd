/** Times and limits of server and browser (docs/requirements.md). Public pages load these numbers without zod. */

/** Local-storage key of the signed-in user, `{id, _id, email}`. It controls only which screens and links are shown. */
export const USER_STORAGE_KEY = 'user'

/** Loading a script chunk fails after this time. ms */
export const CHUNK_TIMEOUT_MS = 120_000

/** Distance from which a pointer movement is a swipe of a carousel. CSS px */
export const SWIPE_THRESHOLD_PX = 40

/** Interval of the news carousel. The slogan, podcast and episode carousels have the longer one. ms */
export const NEWS_CAROUSEL_MS = 4000
export const CAROUSEL_MS = 5000

/** How long a notice is shown. Nights and the contact form use the longer time. ms */
export const NOTICE_MS = 1500
export const LONG_NOTICE_MS = 2500

/** Page transition of /contact, seconds. */
export const CONTACT_TRANSITION_S = 0.1

/** Lengths in UTF-16 code units, as `maxlength` and `String.length` count them. */
export const SHORT_TEXT_MAX = 200
export const LONG_TEXT_MAX = 500
export const TITLE_MAX = 150
/** Display name of an administrator. */
export const PERSON_NAME_MAX = 100
export const URL_MAX = 2048
export const EMAIL_MAX = 254
export const MESSAGE_MAX = 5000
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** Accepted length of a password at sign-in. It is above PASSWORD_MAX, because pasted text is often too long. */
export const TYPED_PASSWORD_MAX = 1000
/** A code of the second factor, with spaces and hyphens. */
export const CODE_MAX = 40
export const ALT_MAX = 300

/** Answer templates for messages: their number, name length and text length. */
export const TEMPLATES_MAX = 30
export const TEMPLATE_NAME_MAX = 60
export const TEMPLATE_MAX = 2000
/** Answers to one message. */
export const ANSWERS_MAX = 50

/** UTF-8 bytes. */
export const RICH_TEXT_MAX_BYTES = 200_000
/** Opening and closing tags of a rich text. A long article has a tenth of this. Sanitising 60,000 tags takes seconds. */
export const RICH_TEXT_TAGS_MAX = 10_000

/** Limits of one picture: bytes after base64 decoding, and pixels. */
export const IMAGE_MAX_BYTES = 12 * 1024 * 1024
export const IMAGE_MAX_PIXELS = 50_000_000

/** Size of a request body, and the additional size per image field of its resource. Bytes */
export const BODY_MAX_BYTES = 1_000_000
export const BODY_IMAGE_BYTES = 17_000_000

/** Size of a body on routes without a session, and of forms of public pages. Bytes */
export const ANONYMOUS_BODY_MAX_BYTES = 64_000

/** Items on one page of a list. */
export const PAGE_SIZE = 100
export const PAGE_SIZE_MAX = 500

/** Characters of `?q=` that a search uses. */
export const QUERY_MAX = 200

/** How long deleted items can be restored. */
export const TRASH_DAYS = 30

/** How long a preview link works. */
export const PREVIEW_DAYS = 7

/** How long the audit log and earlier versions are kept. */
export const HISTORY_KEPT_MONTHS = 12

/** Default time until messages are deleted permanently. The club can change it, and /privacidad shows the current value. */
export const MESSAGES_KEPT_MONTHS = 12
/** The law forbids keeping personal data longer than needed (Ley 25.326 art. 4 inc. 7). */
export const MESSAGES_KEPT_MONTHS_MAX = 60

/** Size of share images. Every social network shows the ratio 1.91 uncropped. px */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const

/** Forms show this limit as "24 MB". */
export const FILM_MAX_BYTES = 24 * 1024 * 1024
export const FILM_TYPE = 'video/mp4'
