/** Types of the rows of both databases, for Kysely. Times are milliseconds since 1970 in UTC. */
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { UserStatus } from '../auth/shared/accounts.ts'
import type { LinkKind } from '../auth/shared/one-time-links.ts'
import type { Declaration } from '../content/shared/fields.ts'
import type { ResourceName, Resources } from '../content/shared/resources.ts'

/** Columns of all resources. Each resource adds its declared fields. */
export interface ContentColumns {
  /** Number of the item, in the order of creation. */
  seq: Generated<number>
  id: ColumnType<string, string, never>
  /** Edit counter from 1, and the entity's ETag. */
  version: number
  createdAt: ColumnType<number, number, never>
  updatedAt: number
  updatedBy: string | null
  /** Time of the deletion. The item is then in the trash for 30 days. null for a live item. */
  deletedAt: number | null
  deletedBy: string | null
  /** Text alternatives of pictures, as JSON `{field: text | null}`. */
  alt: string
  /** 1 for a draft, which visitors cannot see. 0 otherwise */
  draft: Generated<number>
  /** Start of the publication. null: published from its creation on. */
  publishAt: number | null
  /** End of the publication. null: it does not end. */
  unpublishAt: number | null
  /** The later of `createdAt` and `publishAt`. Lists of items without a date use it as order. */
  listedAt: Generated<number>
}

/** Types of fields whose text can order items: those with `hasNameOrder` in platform/content/shared/field-types.ts. */
type NameKind = 'line' | 'text' | 'title' | 'rich' | 'url' | 'image'

/** The column that orders items by name. `sortKey` in platform/content/shared/titles.ts computes it. */
interface NamedColumns {
  nameKey: string
}

interface TitledColumns {
  /** The title without case and accents. It is unique among live items. */
  titleKey: string
}

interface NightColumns {
  /**
   * The day to which a night belongs (platform/shared/night-dates.ts). Lists are ordered by this day first, then by `date`.
   */
  night: Generated<string>
}

interface OrderedColumns {
  /** Manual position from 1. 0 for an item that nobody has placed. */
  position: Generated<number>
}

interface PageColumns {
  /** Last part of the address of the item's page. null in the trash. */
  slug: string | null
}

type Heading<D extends Declared> = D['fields'][D['nameField'] & keyof D['fields']]

type Declared = Pick<Declaration, 'fields' | 'nameField' | 'page'>

/**
 * A table with the declared fields of a resource. new-migration/difference.ts generates its migration from the same
 * declaration.
 */
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

/** Former titles of news. Their addresses redirect to the present titles. */
interface NewsTitlesTable {
  titleKey: string
  newsId: string
}

/** One row per resource. Each write of the resource raises its revision in the same transaction. */
interface RevisionsTable {
  resource: string
  revision: number
  /** Number of live items. Lists read it instead of counting rows. */
  live: number
}

/** A stored picture, film or audio file. Its id is a hash of its bytes. Fields of items and settings refer to it. */
interface MediaTable {
  id: string
  width: number
  height: number
  placeholder: string
  createdAt: number
  /** Time of the last upload. Media without references are deleted 24 hours later. */
  touchedAt: number
  /** Time at which the AVIF variants were made. null until then. */
  avifAt: number | null
  /** 1 for a film. A film has one file, a picture has many variants. */
  isFilm: Generated<number>
  /** 'mp3' or 'm4a' for an audio file. null for pictures and films. */
  audio: string | null
  /** Duration of an audio file. null when unknown. */
  seconds: number | null
  /** Size of an audio file. */
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
  /** The address in lower case, which is unique. */
  emailKey: string
  /** Display name. Without one (null), the back office shows the address. */
  name: string | null
  passwordHash: string
  status: UserStatus
  confirmedAt: number | null
  createdAt: number
  updatedAt: number
  lastSignInAt: number | null
  /** Base32 secret of the authenticator app (RFC 6238). It is stored when the user begins the setup. */
  totpSecret: string | null
  /** Time at which the second factor was turned on. null while it is off. */
  totpAt: number | null
  /** Time step of the last accepted code. An older code is refused, because each code works once (RFC 6238 §5.2). */
  totpStep: number | null
}

/** Recovery codes for a lost authenticator. A used code is deleted. */
interface RecoveryCodesTable {
  userId: string
  /** SHA-256 of the code. */
  codeHash: string
}

interface SessionsTable {
  /** SHA-256 of the cookie's token, so that a stolen database opens no session. */
  tokenHash: string
  userId: string
  createdAt: number
  seenAt: number
  /** `User-Agent` of the browser that signed in. */
  userAgent: string | null
}

interface LinksTable {
  tokenHash: string
  /** 'device' is not a link: it marks a browser that has signed in before (platform/auth/server/devices.ts). */
  kind: LinkKind | 'device'
  userId: string | null
  createdAt: number
  expiresAt: number
  /**
   * Only for kind 'confirm': hash of the registered password. Confirmation makes it the user's password. null keeps the
   * user's present one.
   */
  passwordHash: string | null
  /**
   * Only for kind 'confirm': the address to which the mail was sent. Confirmation makes it the user's address. null keeps
   * the present one.
   */
  email: string | null
}

/** Counters of the rate limits. */
interface ThrottlesTable {
  key: string
  count: number
  /** Start of the time window that the counter covers. */
  startedAt: number
  blockedUntil: number
}

/** Slugs of pages, unique within a path. They are present slugs of items, and former ones that visitors saw. */
interface SlugsTable {
  /** Path above the resource's pages, such as /fechas/. */
  path: string
  slug: string
  resource: string
  itemId: string
  /** 1 for the item's present slug, 0 for a former one, which redirects. */
  isOwn: number
  /** 1 when visitors saw the item under this slug. Only such slugs become redirects. */
  wasVisible: Generated<number>
}

/** References between items, and times of fields with a delayed reveal. */
interface MentionsTable {
  itemId: string
  /** Position of the row within the item. */
  position: number
  resource: string
  toResource: string | null
  toId: string | null
  /** Time from which visitors may see the row. null: at once. */
  revealAt: number | null
}

/** Preview links, which show a hidden item to people without an account. One per item. */
interface PreviewsTable {
  /** SHA-256 of the link's token. */
  tokenHash: string
  resource: string
  itemId: string
  createdAt: number
  expiresAt: number
}

/** Invitations of new administrators. */
interface InvitationsTable {
  id: string
  /** SHA-256 of the link's token. */
  tokenHash: string
  /** Name of the invited person, as the inviting administrator wrote it. */
  name: string | null
  /** The inviting administrator. When this user is deleted, the invitation is deleted too. */
  createdBy: string
  createdAt: number
  expiresAt: number
  /** Time at which the invitation was used. null for an unused one. */
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

/** Outgoing mail. A delivered mail keeps its row as proof. */
interface OutboxTable {
  seq: Generated<number>
  id: string
  /**
   * Address of the receiver. null: the club itself, which is MAIL_TO or every active administrator at the time of sending.
   */
  recipient: string | null
  /** Addresses for the Reply-To header, joined by ', '. */
  replyTo: string | null
  subject: string
  text: string
  messageId: string | null
  /** Id of the answer that this mail carries. null for other mail. */
  answerId: string | null
  createdAt: number
  attempts: number
  nextAttemptAt: number
  /** Until this time a worker is sending the mail, so no other worker takes it. */
  claimedUntil: number
  deliveredAt: number | null
  lastError: string | null
}

/** The audit log: one row per write. References of these rows to media are in `mediaRefs` with the resource 'history'. */
interface HistoryTable {
  seq: Generated<number>
  id: string
  at: number
  /** Id of the administrator who made the change. null: the system itself */
  userId: string | null
  /** The user's address at that time. It stays after the user's deletion. */
  userEmail: string | null
  /** The user's name at that time. */
  userName: string | null
  action: string
  /** A resource, 'users', 'messages' or 'settings'. */
  resource: string
  itemId: string
  /** The item's edit counter after the write. null for users, messages and settings. */
  version: number | null
  /** Display name of the item at that time. */
  label: string
  /** JSON `{field: [before, after]}`. A null stands for a missing value. */
  changes: string
}

/** Erasures of personal data, by id. A restore repeats them (platform/db/erasures.ts). */
interface ErasuresTable {
  /** What was erased. The feature or service that erases it chooses the name. */
  kind: string
  /** Id of the erased row, or what the kind defines instead. */
  id: string
  /** Time of the erasure. */
  at: number
}

interface SettingsTable {
  key: string
  value: string
}

/** The tables of the platform. A feature adds its own with `declare module`. */
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
  outbox: OutboxTable
  history: HistoryTable
  erasures: ErasuresTable
  settings: SettingsTable
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>

/** A row of any resource, for code that handles all resources. */
export type ContentRow = Selectable<ContentColumns> & Record<string, unknown>

/** A row of `users` without its secrets. */
export type SessionUser = Omit<Row<'users'>, 'passwordHash' | 'totpSecret' | 'totpStep'>
