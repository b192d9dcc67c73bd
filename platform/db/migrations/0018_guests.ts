/** Adds guest lists, guests and the door of a night. A committed migration never changes and imports no project file. */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** The previous release can write beside these new tables. */
export const alongside = true

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  const integer = db.getExecutor().adapter instanceof SqliteAdapter ? 'integer' : 'bigint'
  for (const statement of [
    `create table "guestLists" (
      "id" text primary key, "event" text not null, "version" ${integer} not null, "name" text not null,
      "quota" ${integer}, "closes" text, "conditions" text not null, "maxCompanions" ${integer} not null,
      "isPublic" ${integer} not null, "note" text, "linkToken" text, "linkedAt" ${integer},
      "createdAt" ${integer} not null, "updatedAt" ${integer} not null, "deletedAt" ${integer},
      "cursor" ${integer} not null)`,
    `create index "guestListsByEvent" on "guestLists" ("event")`,
    `create unique index "guestListsByLink" on "guestLists" ("linkToken")`,
    `create table "guests" (
      "id" text primary key, "event" text not null, "list" text not null, "version" ${integer} not null,
      "name" text not null, "nameKey" text not null, "companions" ${integer} not null, "note" text,
      "addedBy" text not null, "code" text, "tokenHash" text,
      "createdAt" ${integer} not null, "updatedAt" ${integer} not null, "deletedAt" ${integer},
      "cursor" ${integer} not null)`,
    `create index "guestsByEvent" on "guests" ("event", "cursor")`,
    `create index "guestsByList" on "guests" ("list")`,
    `create unique index "guestsByToken" on "guests" ("tokenHash")`,
    `create table "doors" (
      "event" text primary key, "cursor" ${integer} not null, "token" text, "pinHash" text,
      "wrongPins" ${integer} not null, "openedAt" ${integer}, "erasedAt" ${integer})`,
    `create unique index "doorsByToken" on "doors" ("token")`,
    `create table "doorSessions" (
      "id" text primary key, "tokenHash" text not null, "event" text not null, "device" text not null,
      "createdAt" ${integer} not null, "seenAt" ${integer} not null, "endedAt" ${integer})`,
    `create unique index "doorSessionsByToken" on "doorSessions" ("tokenHash")`,
    `create index "doorSessionsByEvent" on "doorSessions" ("event")`,
    `create table "doorEntries" (
      "id" text primary key, "event" text not null, "session" text, "kind" text not null, "guest" text,
      "people" ${integer} not null, "undoes" text, "at" ${integer} not null, "correction" ${integer} not null,
      "receivedAt" ${integer} not null, "flags" text not null, "cursor" ${integer} not null)`,
    `create index "doorEntriesByEvent" on "doorEntries" ("event", "cursor")`,
    `create index "doorEntriesByGuest" on "doorEntries" ("guest")`,
    `create index "doorEntriesByTarget" on "doorEntries" ("undoes")`,
    `insert into "revisions" ("resource", "revision", "live") values ('guestLists', 1, 0)`,
  ])
    await sql.raw(statement).execute(db)
}
