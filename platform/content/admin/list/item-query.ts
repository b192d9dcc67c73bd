/**
 * The query of a list of items: search, filters, order and page. The address of the screen uses the parameter names of the
 * API, except for the year.
 */
import type { LoaderFunctionArgs } from 'react-router'
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { listItems } from '../../../admin-layout/list-items.ts'
import { getDeclarationAt } from '../../../admin-layout/screen-list.ts'
import { formatPerson } from '../../../auth/shared/emails.ts'
import { readPageNumber } from '../../../forms/list-parts.tsx'
import { QUERY_MAX } from '../../../shared/limits.ts'
import { nightDay } from '../../../shared/night-dates.ts'
import { hasNights, hasPeriods } from '../../shared/field-types.ts'
import type { Declaration } from '../../shared/fields.ts'
import { getOrders, type Order } from '../../shared/orders.ts'
import { periods } from '../../shared/periods.ts'
import { type PublicationState, publicationStates } from '../../shared/publication.ts'
import type { ResourceName } from '../../shared/resources.ts'

/** Items on a page of a list. */
export const ITEMS_A_PAGE = 18
export const ORDER_KEY = 'order'
export const STATE_KEY = 'state'
export const PERIOD_KEY = 'period'
export const YEAR_KEY = 'year'

/** Name of the last editor, by item id. null for changes by the system. */
export type Authors = ReadonlyMap<string, string | null>

/** Returns the orders of a list. The first one is the default. */
export function listOrders(declaration: Omit<Declaration, 'name'>): [Order, ...Order[]] {
  const first: Order = hasNights(declaration) ? 'next' : declaration.ordered ? 'manual' : 'newest'
  return [first, ...getOrders(declaration).filter((order) => order !== first)]
}

export async function loadItems({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const q = (searchParams.get('q') ?? '').slice(0, QUERY_MAX)
  const page = readPageNumber(searchParams)
  const { name: resource, ...declaration } = getDeclarationAt(pathname)
  const known = listOrders(declaration)
  const order = known.find((one) => one === searchParams.get(ORDER_KEY)) ?? known[0]
  const state: PublicationState | 'all' =
    publicationStates.find((one) => one === searchParams.get(STATE_KEY)) ?? 'all'
  const period = hasPeriods(declaration)
    ? periods.find((one) => one === searchParams.get(PERIOD_KEY))
    : undefined
  const year = declaration.orderBy === undefined ? null : readYear(searchParams)
  const answer = await listItems(resource, {
    q,
    page,
    state,
    limit: ITEMS_A_PAGE,
    order,
    ...(period && { period }),
    ...(year && { from: `${year}-01-01`, to: `${year}-12-31` }),
  })
  const ids = answer.ok ? answer.value.map(({ _id }) => _id) : []
  // Not awaited, so that the list appears before the names have loaded.
  const authors: Promise<Authors> = ids.length > 0 ? loadAuthors(resource, ids) : Promise.resolve(new Map())
  return { answer, q, page, order, state, period: period ?? null, year, authors }
}

const readYear = (searchParams: URLSearchParams): string | null =>
  /^[12]\d{3}$/.exec(searchParams.get(YEAR_KEY) ?? '')?.[0] ?? null

/** Returns the years of a list with a date, the latest first. Years without an item can be among them. */
export async function loadYears(
  resource: ResourceName,
  { orderBy }: Pick<Declaration, 'orderBy'>,
): Promise<number[]> {
  const [oldest, newest] = await Promise.all(
    (['oldest', 'newest'] as const).map(async (order) => {
      const answer = await listItems(resource, { state: 'all', limit: 1, order })
      const item = answer.ok ? answer.value[0] : undefined
      return item && Number(nightDay(String(item[orderBy ?? ''])).slice(0, 4))
    }),
  )
  if (!oldest || !newest) return []
  return Array.from({ length: Math.min(newest - oldest + 1, YEARS_MAX) }, (_, index) => newest - index)
}

/** A mistyped date must not make a list of a thousand years. */
const YEARS_MAX = 60

export type LoadedItems = Awaited<ReturnType<typeof loadItems>>

async function loadAuthors(resource: ResourceName, ids: string[]): Promise<Authors> {
  const answer = await adminApi.get('/history/latest/:resource', {
    params: { resource },
    query: { ids: ids.join(',') },
  })
  return new Map(
    answer.ok
      ? answer.value.map(({ _id, by, byName }) => [_id, by && formatPerson({ name: byName, email: by })])
      : [],
  )
}
