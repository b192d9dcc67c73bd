/** The rows of both databases, as Kysely sees them. Instants are milliseconds since 1970 in UTC. */
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { LinkKind, UserStatus } from '../auth/shared/accounts.ts'
import type { Declaration } from '../content/shared/fields.ts'
import type { ResourceName, Resources } from '../content/shared/resources.ts'
import type { AnswerWay } from '../mail/delivery-state.ts'

/** What every kind of content has beside its declared fields. */
export interface ContentColumns {
  /** Order of creation. */
  seq: Generated<number>
  id: ColumnType<string, string, never>
  /** Counts edits from 1; the entity's ETag. */
  version: number
  createdAt: ColumnType<number, number, never>
  updatedAt: number
  updatedBy: string | null
  /** null: live. Else in the bin since then, for 30 days. */
  deletedAt: number | null
  deletedBy: string | null
  /** JSON `{field: text | null}`. */
  alt: string
  /** 1: a draft, which no visitor sees. */
  draft: Generated<number>
  /** Visitors see it from then on; null: from the start. */
  publishAt: number | null
  /** Visitors see it until then; null: for good. */
  unpublishAt: number | null
  /** The later of `createdAt` and `publishAt`: what is newest where items have no date of their own. */
  listedAt: Generated<number>
}

/** The kinds of field by which items have an order of names: see `isName` in platform/content/shared/field-types.ts. */
type NameKind = 'line' | 'text' | 'title' | 'rich' | 'url' | 'image'

/** The column that orders items by name: see `sortKey` in platform/content/shared/titles.ts. */
interface NamedColumns {
  nameKey: string
}

interface TitledColumns {
  /** The title without regard to case or accents: unique among live items. */
  titleKey: string
}

interface NightColumns {
  /** The day of which the night is (platform/shared/night-dates.ts): what lists are ordered by before `date`. */
  night: Generated<string>
}

interface OrderedColumns {
  /** Where somebody put it, from 1 on; 0: nobody has since it was made. */
  position: Generated<number>
}

interface PageColumns {
  /** The last part of its page's address; null: in the bin it has none. */
  slug: string | null
}

type Heading<D extends Declared> = D['fields'][D['heading'] & keyof D['fields']]

type Declared = Pick<Declaration, 'fields' | 'heading' | 'page'>

/** The columns of a resource follow from its declaration, as does the migration that makes them (platform/db/difference.ts). */
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

/** Titles that news items had before: their addresses lead to the new ones. */
interface NewsTitlesTable {
  titleKey: string
  newsId: string
}

/** One row a resource: raised with every write to it, in the same transaction. */
interface RevisionsTable {
  resource: string
  revision: number
  /** How many live items there are: lists do not COUNT. */
  live: number
}

/** A stored picture, film or sound; its id derives from the bytes of its source. Fields of content and of groups hold it. */
interface MediaTable {
  id: string
  width: number
  height: number
  placeholder: string
  createdAt: number
  /** When it was last stored; what is without references is swept 24 hours after. */
  touchedAt: number
  /** null while its AVIF variants wait for the background. */
  avifAt: number | null
  /** 1: a film, of one file. */
  isFilm: Generated<number>
  /** Of a sound, which is of one file too: 'mp3' or 'm4a'. */
  audio: string | null
  /** How long a sound plays; null: unknown. */
  seconds: number | null
  /** Of a sound's file. */
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
  /** The address in lower case: unique. */
  emailKey: string
  /** What colleagues know them by; null: their address. */
  name: string | null
  passwordHash: string
  status: UserStatus
  confirmedAt: number | null
  createdAt: number
  updatedAt: number
  lastSignInAt: number | null
  /** Base32 secret of the authenticator app (RFC 6238), from the moment it is offered. */
  totpSecret: string | null
  /** Since when a code is asked for at sign-in; null: it is not. */
  totpAt: number | null
  /** The time step of the code that was last accepted: each works once (RFC 6238 §5.2). */
  totpStep: number | null
}

/** Codes for whoever lost their authenticator; each works once, then its row goes. */
interface RecoveryCodesTable {
  userId: string
  /** SHA-256. */
  codeHash: string
}

interface SessionsTable {
  /** SHA-256 of the cookie's token: a stolen database opens no session. */
  tokenHash: string
  userId: string
  createdAt: number
  seenAt: number
  /** The browser that opened it, as it named itself. */
  userAgent: string | null
}

interface LinksTable {
  tokenHash: string
  /** 'device': a browser that an account is known by (platform/auth/server/devices.ts), which no link is. */
  kind: LinkKind | 'device'
  userId: string | null
  createdAt: number
  expiresAt: number
  /** Of kind 'confirm': the password that was registered with it. Confirming makes it the user's; null: they keep theirs. */
  passwordHash: string | null
  /** Of kind 'confirm': the address that it was sent to. Confirming makes it the user's; null: they keep theirs. */
  email: string | null
}

/** Counters of the rate limit. The name of the table is older: databases in use have it. */
interface ThrottlesTable {
  key: string
  count: number
  /** When the window began. */
  startedAt: number
  blockedUntil: number
}

/** Addresses of pages, unique in their space: those that items have, and those under which visitors saw them before. */
interface SlugsTable {
  /** The path above. */
  path: string
  slug: string
  resource: string
  itemId: string
  /** 1: the item's own; 0: it leads to the item's own. */
  isOwn: number
  /** 1: visitors saw the item under it. */
  wasVisible: Generated<number>
}

/** What rows of items refer to, and when they are revealed: one row for each that does either. */
interface MentionsTable {
  itemId: string
  /** Counts those of an item. */
  position: number
  resource: string
  toResource: string | null
  toId: string | null
  /** null: it is no secret. */
  revealAt: number | null
}

/** Links by which somebody without an account sees an item that is hidden: one an item. */
interface PreviewsTable {
  /** SHA-256. */
  tokenHash: string
  resource: string
  itemId: string
  createdAt: number
  expiresAt: number
}

/** Links by which somebody new becomes an administrator. */
interface InvitationsTable {
  id: string
  /** SHA-256. */
  tokenHash: string
  /** Who is meant, as who invites calls them. */
  name: string | null
  /** An invitation goes with who made it. */
  createdBy: string
  createdAt: number
  expiresAt: number
  /** null: nobody has accepted it. */
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
  /** 1: it waits for an answer. */
  isOpen: Generated<number>
}

/** What administrators answered, one row an answer; they go with the message. */
interface AnswersTable {
  seq: Generated<number>
  id: string
  messageId: string
  way: AnswerWay
  /** '' where it was not given in writing. */
  text: string
  /** Addresses, joined by ', ': whom the visitor writes to in return. null: the site did not send it. */
  replyTo: string | null
  userId: string
  /** Address and name at that time: they stay when the user goes. */
  userEmail: string
  userName: string | null
  createdAt: number
  /** When its mail was given up; null: it was not. */
  failedAt: number | null
  /** Why it was given up. */
  failure: string | null
}

/** Mail to be sent; a row stays until it was delivered, and after that as the proof of it. */
interface OutboxTable {
  seq: Generated<number>
  id: string
  /** null: to the club, whoever that is when it goes out (MAIL_TO, or every active administrator). */
  recipient: string | null
  /** Addresses, joined by ', '. */
  replyTo: string | null
  subject: string
  text: string
  messageId: string | null
  /** The answer to a message that it carries. */
  answerId: string | null
  createdAt: number
  attempts: number
  nextAttemptAt: number
  /** While a worker sends it, no other takes it. */
  claimedUntil: number
  deliveredAt: number | null
  lastError: string | null
}

/** Who did what: one row a write by an administrator. Pictures that a row names are held in mediaRefs, resource 'history'. */
interface HistoryTable {
  seq: Generated<number>
  id: string
  at: number
  /** null: the system itself. */
  userId: string | null
  /** The address at that time: it stays when the user goes. */
  userEmail: string | null
  /** The name at that time. */
  userName: string | null
  action: string
  /** A resource, 'users', 'messages' or 'settings'. */
  resource: string
  itemId: string
  /** The item's edit counter after the write, for content. */
  version: number | null
  /** What the item was called. */
  label: string
  /** JSON `{field: [before, after]}`, null standing for "was not there". */
  changes: string
}

/** How often a page was seen in a day. */
interface VisitsTable {
  /** `YYYY-MM-DD` in the club's zone. */
  day: string
  path: string
  /** '': nobody said where they came from. */
  source: string
  count: number
}

/** How often somebody went on to the tickets of a night in a day. */
interface ClicksTable {
  /** `YYYY-MM-DD` in the club's zone. */
  day: string
  /** The night's id. */
  event: string
  /** The offer's `_id`, or 'url': that of the night itself. */
  offer: string
  /** '': nobody said where they came from. */
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

/** A row of whichever resource, as code that serves them all sees it. */
export type ContentRow = Selectable<ContentColumns> & Record<string, unknown>
