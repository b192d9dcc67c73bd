/** 9000_records. A committed migration never changes and imports no project file. */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

const sqlite = [
  `create table "records" (
  "seq" integer primary key autoincrement,
  "id" text not null unique,
  "version" integer not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "updatedBy" text,
  "deletedAt" bigint,
  "deletedBy" text,
  "alt" text not null default '{}',
  "draft" integer not null default 0,
  "publishAt" bigint,
  "unpublishAt" bigint,
  "listedAt" bigint not null default 0,
  "name" text not null,
  "cover" text not null,
  "released" text not null,
  "label" text,
  "notes" text not null,
  "titleKey" text not null,
  "nameKey" text not null default ''
)`,
  `create index "records_live" on "records" ("released" desc, "seq" desc) where "deletedAt" is null`,
  `create index "records_bin" on "records" ("deletedAt") where "deletedAt" is not null`,
  `create index "records_changed" on "records" ("updatedAt" desc, "seq" desc) where "deletedAt" is null`,
  `create index "records_name" on "records" ("nameKey", "seq") where "deletedAt" is null`,
  `create unique index "records_title" on "records" ("titleKey") where "deletedAt" is null`,
  `create index "records_drafts" on "records" ("seq") where "deletedAt" is null and "draft" = 1`,
  `create index "records_appears" on "records" ("publishAt") where "deletedAt" is null and "draft" = 0 and "publishAt" is not null`,
  `create index "records_ends" on "records" ("unpublishAt") where "deletedAt" is null and "draft" = 0 and "unpublishAt" is not null`,
  `create virtual table "recordsWords" using fts5(words, content='', contentless_delete=1, prefix='2 3 4 5 6 7 8 9 10 11 12', tokenize="unicode61 remove_diacritics 0")`,
  `create table "recordsTitles" (
  "titleKey" text primary key,
  "recordsId" text not null references "records" ("id") on delete cascade
)`,
  `insert into "revisions" ("resource", "revision", "live") values ('records', 1, 0)`,
]

const postgres = [
  `create table "records" (
  "seq" bigserial primary key,
  "id" text not null unique,
  "version" integer not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "updatedBy" text,
  "deletedAt" bigint,
  "deletedBy" text,
  "alt" text not null default '{}',
  "draft" integer not null default 0,
  "publishAt" bigint,
  "unpublishAt" bigint,
  "listedAt" bigint not null default 0,
  "name" text not null,
  "cover" text not null,
  "released" text collate "C" not null,
  "label" text,
  "notes" text not null,
  "titleKey" text not null,
  "nameKey" text collate "C" not null default '',
  "words" tsvector
)`,
  `create index "records_live" on "records" ("released" desc, "seq" desc) where "deletedAt" is null`,
  `create index "records_bin" on "records" ("deletedAt") where "deletedAt" is not null`,
  `create index "records_changed" on "records" ("updatedAt" desc, "seq" desc) where "deletedAt" is null`,
  `create index "records_name" on "records" ("nameKey", "seq") where "deletedAt" is null`,
  `create unique index "records_title" on "records" ("titleKey") where "deletedAt" is null`,
  `create index "records_drafts" on "records" ("seq") where "deletedAt" is null and "draft" = 1`,
  `create index "records_appears" on "records" ("publishAt") where "deletedAt" is null and "draft" = 0 and "publishAt" is not null`,
  `create index "records_ends" on "records" ("unpublishAt") where "deletedAt" is null and "draft" = 0 and "unpublishAt" is not null`,
  `create index "records_words" on "records" using gin ("words")`,
  `create table "recordsTitles" (
  "titleKey" text primary key,
  "recordsId" text not null references "records" ("id") on delete cascade
)`,
  `insert into "revisions" ("resource", "revision", "live") values ('records', 1, 0)`,
]

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  const statements = db.getExecutor().adapter instanceof SqliteAdapter ? sqlite : postgres
  for (const statement of statements) await sql.raw(statement).execute(db)
}
