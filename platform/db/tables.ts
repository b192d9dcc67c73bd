/** Types of the rows of both databases, for Kysely. Times are milliseconds since 1970 in UTC. */
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { UserStatus } from '../auth/shared/accounts.ts'
import type { LinkKind } from '../auth/shared/one-time-links.ts'
import type { Declaration } from '../content/shared/fields.ts'
import type { ResourceName, Resources } from '../content/shared/resources.ts'
import type { AnswerWay } from '../mail/delivery-state.ts'

/** Columns of all resources, beside the declared fields. */
export interface ContentColumns {
  /** Order of creation. */
  seq: Generated<number>
  id: ColumnType<string, string, never>
  /** Edit counter from 1, and the entity's ETag. */
  version: number
  createdAt: ColumnType<number, number, never>
  updatedAt: number
  updatedBy: string | null
  /** Time of the deletion, after which the item is in the trash for 30 days. null for a live item. */
  deletedAt: number | null
  deletedBy: string | null
  /** JSON `{field: text | null}`. */
  alt: string
  /** 1 for a draft, which visitors cannot see. */
  draft: Generated<number>
  /** Start of the publication. null: at creation. */
  publishAt: number | null
  /** End of the publication. null: never. */
  unpublishAt: number | null
  /** The later of `createdAt` and `publishAt`. Orders items without a date. */
  listedAt: Generated<number>
}

/** Field types that order items by name: see `isName` in platform/content/shared/field-types.ts. */
type NameKind = 'line' | 'text' | 'title' | 'rich' | 'url' | 'image'

/** The column that orders items by name: see `sortKey` in platform/content/shared/titles.ts. */
interface NamedColumns {
  nameKey: string
}

interface TitledColumns {
  /** The title without case and accents. Unique among live items. */
  titleKey: string
}

interface NightColumns {
  /** Day of the night (platform/shared/night-dates.ts). Lists are ordered by it before `date`. */
  night: Generated<string>
}

interface OrderedColumns {
  /** Manual position from 1. 0 for an item without one. */
  position: Generated<number>
}

interface PageColumns {
  /** Last part of the page's address. null in the trash. */
  slug: string | null
}

type Heading<D extends Declared> = D['fields'][D['nameField'] & keyof D['fields']]

type Declared = Pick<Declaration, 'fields' | 'nameField' | 'page'>

/** Columns follow from the declaration of a resource, as does their migration (new-migration/difference.ts). */
type ContentTable<D extends Declared> = ContentColumns & {
  [N in keyof D['fields']]: D['fields'][N] extends { optional: true } ? string | null : string
} & (Heading<D> extends {
    kind: NameKind
  }
    ? NamedColumns
    : unknown) &
  (Extract<D['fields'][keyof D['fields']], { kind: 'title' }> extends never ? unknown : TitledColumns) &
  (Extract<D['fields'][keyof D['fields']], { night: true }> extends never ? unknown : NightColumns) &
  (D extends { page: object } ? PageColumns : unknown) &
  (D extends { ordered: true } ? OrderedColumns : unknown)

type ContentTables = { [R in ResourceName]: ContentTable<Resources[R]> }

/** Former titles of news, whose addresses redirect to the present ones. */
interface NewsTitlesTable {
  titleKey: string
  newsId: string
}

/** One row per resource, raised in the transaction of each write. */
interface RevisionsTable {
  resource: string
  revision: number
  /** Number of live items, so that lists need no COUNT. */
  live: number
}

/** A stored picture, film or sound. Its id is a hash of its bytes. Fields of content and settings refer to it. */
interface MediaTable {
  id: string
  width: number
  height: number
  placeholder: string
  createdAt: number
  /** Time of the last upload. Media without references are removed 24 hours later. */
  touchedAt: number
  /** null until the background work has made its AVIF variants. */
  avifAt: number | null
  /** 1 for a film, which has one file. */
  isFilm: Generated<number>
  /** 'mp3' or 'm4a' for a sound, which has one file. */
  audio: string | null
  /** Duration of a sound. null when unknown. */
  seconds: number | null
  /** Size of a sound's file. */
  bytes: number | null
}

interface MediaRefsTable {
  mediaId: string
  resource: string
  itemId: string
}

interface UsersTable {
  id: string
  email: string
  /** The address in lower case. Unique. */
  emailKey: string
  /** null: the address is shown. */
  name: string | null
  passwordHash: string
  status: UserStatus
  confirmedAt: number | null
  createdAt: number
  updatedAt: number
  lastSignInAt: number | null
  /** Base32 secret of the authenticator app (RFC 6238), from the moment it is offered. */
  totpSecret: string | null
  /** Time at which the second factor was turned on. null when it is off. */
  totpAt: number | null
  /** Time step of the last accepted code, because each code works once (RFC 6238 §5.2). */
  totpStep: number | null
}

/** Recovery codes for a lost authenticator. Each works once, and its row is deleted then. */
interface RecoveryCodesTable {
  userId: string
  /** SHA-256. */
  codeHash: string
}

interface SessionsTable {
  /** SHA-256 of the cookie's token, so that a stolen database opens no session. */
  tokenHash: string
  userId: string
  createdAt: number
  seenAt: number
  /** `User-Agent` of the browser that opened it. */
  userAgent: string | null
}

interface LinksTable {
  tokenHash: string
  /** 'device' is not a link, but a known browser (platform/auth/server/devices.ts). */
  kind: LinkKind | 'device'
  userId: string | null
  createdAt: number
  expiresAt: number
  /** Kind 'confirm': the registered password, which the user gets by confirming. null keeps the user's password. */
  passwordHash: string | null
  /** Kind 'confirm': the address of the mail, which the user gets by confirming. null keeps the user's address. */
  email: string | null
}

/** Counters of the rate limit. The table has an older name. */
interface ThrottlesTable {
  key: string
  count: number
  /** Start of the window. */
  startedAt: number
  blockedUntil: number
}

/** Addresses of pages, unique within a path: present ones of items, and former ones that visitors saw. */
interface SlugsTable {
  /** Path of the resource's pages. */
  path: string
  slug: string
  resource: string
  itemId: string
  /** 1 for the item's present slug, 0 for a redirect to it. */
  isOwn: number
  /** 1 when visitors saw the item under this slug. */
  wasVisible: Generated<number>
}

/** References of items, and times of their delayed fields. */
interface MentionsTable {
  itemId: string
  /** Number of the row within the item. */
  position: number
  resource: string
  toResource: string | null
  toId: string | null
  /** When visitors may see it. null: at once. */
  revealAt: number | null
}

/** Preview links of hidden items, for people without an account. One per item. */
interface PreviewsTable {
  /** SHA-256. */
  tokenHash: string
  resource: string
  itemId: string
  createdAt: number
  expiresAt: number
}

/** Invitations of new administrators. */
interface InvitationsTable {
  id: string
  /** SHA-256. */
  tokenHash: string
  /** Name of the invited person, chosen by the inviting administrator. */
  name: string | null
  /** Invitations are deleted with this user. */
  createdBy: string
  createdAt: number
  expiresAt: number
  /** Time of the acceptance. null for an unused invitation. */
  usedAt: number | null
}

interface IdempotencyTable {
  key: string
  userId: string
  resource: string
  fingerprint: string
  itemId: string
  createdAt: number
}

interface MessagesTable {
  seq: Generated<number>
  id: string
  person: string
  from: string
  body: string
  createdAt: number
  readAt: number | null
  /** 1 when the message waits for an answer. */
  isOpen: Generated<number>
}

/** Answers of administrators to messages. They are deleted with the message. */
interface AnswersTable {
  seq: Generated<number>
  id: string
  messageId: string
  way: AnswerWay
  /** '' for an answer without text. */
  text: string
  /** Addresses for replies of the visitor, joined by ', '. null when the site did not send the answer. */
  replyTo: string | null
  userId: string
  /** Address and name at that time, which stay after the user's deletion. */
  userEmail: string
  userName: string | null
  createdAt: number
  /** Time at which its mail was given up. */
  failedAt: number | null
  /** Why it was given up. */
  failure: string | null
}

/** Outgoing mail. A row stays after the delivery as its proof. */
interface OutboxTable {
  seq: Generated<number>
  id: string
  /** null: to the club, which is MAIL_TO or every active administrator at the time of sending. */
  recipient: string | null
  /** Addresses, joined by ', '. */
  replyTo: string | null
  subject: string
  text: string
  messageId: string | null
  /** The answer to a message in this mail. */
  answerId: string | null
  createdAt: number
  attempts: number
  nextAttemptAt: number
  /** Until then a worker is sending the mail, and no other worker takes it. */
  claimedUntil: number
  deliveredAt: number | null
  lastError: string | null
}

/** The audit log: one row per write. Its references to media are in mediaRefs with the resource 'history'. */
interface HistoryTable {
  seq: Generated<number>
  id: string
  at: number
  /** null: the system itself. */
  userId: string | null
  /** The address at that time, which stays after the user's deletion. */
  userEmail: string | null
  /** The name at that time. */
  userName: string | null
  action: string
  /** A resource, 'users', 'messages' or 'settings'. */
  resource: string
  itemId: string
  /** The item's edit counter after the write, for content. */
  version: number | null
  /** Display name of the item. */
  label: string
  /** JSON `{field: [before, after]}`. null means missing. */
  changes: string
}

/** Page views per day. */
interface VisitsTable {
  /** `YYYY-MM-DD` in the club's zone. */
  day: string
  path: string
  /** '' for an unknown source. */
  source: string
  count: number
}

/** Clicks on the ticket links of a night per day. */
interface ClicksTable {
  /** `YYYY-MM-DD` in the club's zone. */
  day: string
  /** The night's id. */
  event: string
  /** The offer's `_id`, or 'url': that of the night itself. */
  offer: string
  /** '' for an unknown source. */
  source: string
  count: number
}

interface SettingsTable {
  key: string
  value: string
}

export interface Tables extends ContentTables {
  newsTitles: NewsTitlesTable
  revisions: RevisionsTable
  media: MediaTable
  mediaRefs: MediaRefsTable
  users: UsersTable
  sessions: SessionsTable
  recoveryCodes: RecoveryCodesTable
  links: LinksTable
  throttles: ThrottlesTable
  previews: PreviewsTable
  invitations: InvitationsTable
  slugs: SlugsTable
  mentions: MentionsTable
  idempotency: IdempotencyTable
  messages: MessagesTable
  answers: AnswersTable
  outbox: OutboxTable
  history: HistoryTable
  settings: SettingsTable
  visits: VisitsTable
  clicks: ClicksTable
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>

/** A row of any resource, for code that handles all of them. */
export type ContentRow = Selectable<ContentColumns> & Record<string, unknown>
