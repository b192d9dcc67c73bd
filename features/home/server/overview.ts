/** Reads the data of the back office's home screen with parallel queries. */

import type { AuditLog } from '../../../platform/audit-log/server/audit-log.ts'
import type { Accounts } from '../../../platform/auth/server/accounts.ts'
import type { Content } from '../../../platform/content/server/content.ts'
import { formatItemName } from '../../../platform/content/shared/item-names.ts'
import {
  type EntityOf,
  getDeclaration,
  type ResourceName,
  resourceNames,
} from '../../../platform/content/shared/resources.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { countInState, listLatestDrafts, listNextScheduled } from '../../../platform/db/publication.ts'
import type { ContentRow } from '../../../platform/db/tables.ts'
import type { Outbox } from '../../../platform/mail/outbox.ts'
import type { SettingsService } from '../../../platform/settings/server/settings-service.ts'
import { currentNight } from '../../../platform/shared/dates.ts'
import type { ReadReport } from '../../../platform/shared/health-conditions.ts'
import { conditions, isProblem } from '../../../platform/shared/health-conditions.ts'
import type { Analytics } from '../../analytics/index.server.ts'
import type { FirstDay } from '../../first-day/index.server.ts'
import { areTicketsSold, findNextPhase, isSoldOut } from '../../nights/shared/night-state.ts'
import type { Inbox } from '../../server-manifest.ts'
import type { NextNight, Overview, Unseen, UnseenItems } from '../shared/overview.ts'

/** Maximum number of hidden items of each kind, so that the list fits the screen of a phone. */
const UNSEEN_SHOWN = 3
const CHANGES_SHOWN = 6

export interface ReadOverview {
  overview(): Promise<Overview>
}

interface OverviewOptions {
  database: Database
  content: Pick<Content, 'list'>
  auditLog: Pick<AuditLog, 'recent'>
  accounts: Pick<Accounts, 'countWaiting'>
  /** Messages that wait for an administrator. */
  inboxes(): readonly Inbox[]
  outbox: Pick<Outbox, 'delivers' | 'status'>
  firstDay: Pick<FirstDay, 'missing'>
  settings: Pick<SettingsService, 'all'>
  analytics: Pick<Analytics, 'summary' | 'nightNumbers'>
  readReport: ReadReport
  now: () => number
}

export function createOverview(options: OverviewOptions): ReadOverview {
  const {
    database,
    content,
    auditLog,
    accounts,
    inboxes,
    outbox,
    firstDay,
    settings,
    analytics,
    readReport,
    now,
  } = options
  const { read } = database

  async function nights() {
    const { identity } = await settings.all()
    const from = currentNight(new Date(now()), identity.timeZone)
    const { items, total } = await content.list('events', { from, state: 'all', order: 'oldest', limit: 1 })
    const first = items[0] as EntityOf<'events'> | undefined
    return {
      night: first
        ? {
            ...inShort(first, now(), identity.timeZone),
            numbers: await analytics.nightNumbers(first._id),
          }
        : null,
      later: Math.max(0, total - 1),
    }
  }

  async function messages() {
    const [inbox] = inboxes()
    if (!inbox) return { lastOpen: [], counts: { unread: 0, unanswered: 0 } }
    const [lastOpen, counts] = await Promise.all([inbox.lastOpen(UNSEEN_SHOWN), inbox.count()])
    return { lastOpen, counts }
  }

  async function mail() {
    const { pending, failed } = await outbox.status()
    return { delivers: outbox.delivers, pending, failed }
  }

  // Reads raw rows, because the home screen only shows the names of unpublished items.
  async function drafts(resource: ResourceName): Promise<Found> {
    const [rows, total] = await Promise.all([
      listLatestDrafts(read, resource, UNSEEN_SHOWN),
      countInState(read, resource, 'draft', now()),
    ])
    return { rows, total }
  }

  async function firstScheduled(resource: ResourceName): Promise<Found> {
    const at = now()
    const [rows, total] = await Promise.all([
      listNextScheduled(read, resource, { now: at, limit: UNSEEN_SHOWN }),
      countInState(read, resource, 'scheduled', at),
    ])
    return { rows, total }
  }

  /**
   * Merges the first hidden items of all resources.
   * @param findRows returns the first rows of one resource, in the order of `isBefore`
   */
  async function unseen(
    findRows: (resource: ResourceName) => Promise<Found>,
    isBefore: (one: Seen, other: Seen) => number,
  ): Promise<UnseenItems> {
    const found = await Promise.all(
      resourceNames.map(async (resource) => {
        const { rows, total } = await findRows(resource)
        return { seen: rows.map((row) => ({ resource, row })), total }
      }),
    )
    return {
      items: found
        .flatMap(({ seen }) => seen)
        .toSorted(isBefore)
        .slice(0, UNSEEN_SHOWN)
        .map(toUnseen),
      total: found.reduce((sum, { total }) => sum + total, 0),
    }
  }

  return {
    async overview() {
      const [{ night, later }, begun, scheduled, waiting, inbox, found, changes, delivery, missing, visits] =
        await Promise.all([
          nights(),
          unseen(drafts, lastChangeFirst),
          unseen(firstScheduled, firstToAppearFirst),
          accounts.countWaiting(),
          messages(),
          readReport(),
          auditLog.recent(CHANGES_SHOWN),
          mail(),
          firstDay.missing(),
          analytics.summary(),
        ])
      return {
        night,
        laterNights: later,
        registrations: waiting,
        messages: inbox.lastOpen,
        drafts: begun,
        scheduled,
        warnings: shownWarnings.filter((condition) => isProblem(found.conditions[condition].state)),
        changes,
        summary: { ...inbox.counts, mail: delivery, missing },
        visits,
      }
    },
  }
}

const shownWarnings = conditions.filter((condition) => condition !== 'mail')

function inShort(night: EntityOf<'events'>, now: number, timeZone: string): Omit<NextNight, 'numbers'> {
  const { _id, slug, date, title, status, statusNote, draft, publishAt, unpublishAt, images, lineup } = night
  const { placeholder: _, ...flyer } = images.flyerLarge
  return {
    _id,
    slug,
    date,
    title,
    status,
    statusNote,
    draft,
    publishAt,
    unpublishAt,
    isSoldOut: isSoldOut(night, now, timeZone),
    nextPhase: findNextPhase(night, now, timeZone)?.next.name ?? null,
    isOnSale: areTicketsSold(night, now, timeZone),
    lineup: { count: lineup.length, revealsAt: findLastReveal(lineup, now) },
    flyer,
  }
}

/** Returns when the last hidden artist is revealed. null when all artists are visible */
const findLastReveal = (lineup: EntityOf<'events'>['lineup'], now: number): string | null =>
  lineup
    .flatMap(({ revealAt }) => (revealAt !== null && Date.parse(revealAt) > now ? revealAt : []))
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1) ?? null

interface Found {
  rows: ContentRow[]
  total: number
}

interface Seen {
  resource: ResourceName
  row: ContentRow
}

const toUnseen = ({ resource, row }: Seen): Unseen => ({
  resource,
  _id: row.id,
  label: formatItemName(getDeclaration(resource), row),
  publishAt: row.publishAt === null ? null : new Date(row.publishAt).toISOString(),
})

const lastChangeFirst = (one: Seen, other: Seen): number => other.row.updatedAt - one.row.updatedAt

const firstToAppearFirst = (one: Seen, other: Seen): number =>
  (one.row.publishAt ?? 0) - (other.row.publishAt ?? 0)
