/** Times and limits that both sides hold (docs/requirements.md). Plain numbers: public pages load them without zod. */

/** Key of local storage that holds the signed-in user, `{id, _id, email}`: it steers what screens show, nothing more. */
export const USER_STORAGE_KEY = 'user'

/** A script chunk that takes longer than this (ms) has failed. */
export const CHUNK_TIMEOUT_MS = 120_000

/** A pointer must travel this far (CSS px) before a carousel takes it for a swipe. */
export const SWIPE_THRESHOLD_PX = 40

/** The news carousel advances every 4000 ms; the slogan, podcast and episode carousels every 5000 ms. */
export const NEWS_CAROUSEL_MS = 4000
export const CAROUSEL_MS = 5000

/** How long a notice stays (ms); events and contact have the longer one. */
export const NOTICE_MS = 1500
export const LONG_NOTICE_MS = 2500

/** Page transition of /contact, seconds. */
export const CONTACT_TRANSITION_S = 0.1

/** Lengths in UTF-16 code units, as `maxlength` and `String.length` count them. */
export const SHORT_TEXT_MAX = 200
export const LONG_TEXT_MAX = 500
export const TITLE_MAX = 150
/** What colleagues call somebody who administers. */
export const PERSON_NAME_MAX = 100
export const URL_MAX = 2048
export const EMAIL_MAX = 254
export const MESSAGE_MAX = 5000
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** Of a password that is only compared: no account has a longer one, and people paste more than they mean to. */
export const TYPED_PASSWORD_MAX = 1000
/** A code of a second factor, spaces and hyphens included. */
export const CODE_MAX = 40
export const ALT_MAX = 300

/** Answers that the team keeps to begin from: how many, their names, their texts. */
export const TEMPLATES_MAX = 30
export const TEMPLATE_NAME_MAX = 60
export const TEMPLATE_MAX = 2000
/** One message has at most so many answers. */
export const ANSWERS_MAX = 50

/** Bytes of UTF-8. */
export const RICH_TEXT_MAX_BYTES = 200_000
/** Opening and closing tags of a rich text. A long article has a tenth of this. Sanitising 60,000 tags takes seconds. */
export const RICH_TEXT_TAGS_MAX = 10_000

/** One picture: decoded bytes and pixels. */
export const IMAGE_MAX_BYTES = 12 * 1024 * 1024
export const IMAGE_MAX_PIXELS = 50_000_000

/** A request body may have this much, and this much more per image field of its resource. Bytes. */
export const BODY_MAX_BYTES = 1_000_000
export const BODY_IMAGE_BYTES = 17_000_000

/** The body of a call that needs no session, and a form that a page sends, may have this much. Bytes. */
export const ANONYMOUS_BODY_MAX_BYTES = 64_000

/** Paging of lists. */
export const PAGE_SIZE = 100
export const PAGE_SIZE_MAX = 500

/** Longest `?q=` that is looked at. */
export const QUERY_MAX = 200

/** Deleted items can be restored for this long. */
export const TRASH_DAYS = 30

/** A link to a preview works for this long. */
export const PREVIEW_DAYS = 7

/** Who did what is remembered, and earlier versions can be restored, for this long. */
export const HISTORY_KEPT_MONTHS = 12

/** A visitor's message is erased for good after so many months; the club may set another number, /privacidad tells it. */
export const MESSAGES_KEPT_MONTHS = 12
/** Personal data are not kept for longer than they serve (Ley 25.326 art. 4 inc. 7). */
export const MESSAGES_KEPT_MONTHS_MAX = 60

/** Of the picture that a link shows, px: the ratio of 1.91 that every network shows whole. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const

/** Of a film. 24 MB as people count them. */
export const FILM_MAX_BYTES = 24 * 1024 * 1024
export const FILM_TYPE = 'video/mp4'
