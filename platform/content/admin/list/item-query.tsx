/**
 * The query of a list of items: search, state, order and page. The address of the screen uses the parameter names of the
 * API.
 */
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { getDeclarationAt } from '../../../admin-layout/paths.ts'
import { formatPerson } from '../../../auth/shared/emails.ts'
import { QUERY_MAX } from '../../../shared/limits.ts'
import { hasNights } from '../../shared/field-types.ts'
import type { Declaration } from '../../shared/fields.ts'
import { getOrders, type Order } from '../../shared/orders.ts'
import { type PublicationState, publicationStates } from '../../shared/publication.ts'
import type { ResourceName } from '../../shared/resources.ts'
import { listItems } from './list-items.ts'
import { readPageNumber } from './list-parts.tsx'

/** Items on a page of a list. 18 flyers fill whole rows of two or three. */
export const ITEMS_A_PAGE = 18
export const ORDER_KEY = 'order'
export const STATE_KEY = 'state'

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
  const answer = await listItems(resource, { q, page, state, limit: ITEMS_A_PAGE, order })
  const ids = answer.ok ? answer.value.map(({ _id }) => _id) : []
  // Not awaited, so that the list appears before the names have loaded.
  const authors: Promise<Authors> = ids.length > 0 ? loadAuthors(resource, ids) : Promise.resolve(new Map())
  return { answer, q, page, order, state, authors }
}

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

const stateFilters: Record<PublicationState | 'all', string> = {
  all: 'Todo',
  published: 'Publicados',
  draft: 'Borradores',
  scheduled: 'Programados',
  ended: 'Terminados',
}

/** Links that filter the list by state. */
export function StateFilters({ state }: { state: PublicationState | 'all' }) {
  const [searchParams] = useSearchParams()
  const search = (wanted: PublicationState | 'all') => {
    const query = new URLSearchParams(searchParams)
    query.delete('page')
    if (wanted === 'all') query.delete(STATE_KEY)
    else query.set(STATE_KEY, wanted)
    return `?${query}`
  }
  return (
    <nav aria-label="Mostrar" className="list-states">
      {(['all', ...publicationStates] as const).map((one) => (
        <Link
          key={one}
          className="list-state"
          to={search(one)}
          replace
          preventScrollReset
          aria-current={one === state ? 'page' : undefined}
        >
          {stateFilters[one]}
        </Link>
      ))}
    </nav>
  )
}

const orderLabels: Record<Order, string> = {
  newest: 'Lo más nuevo primero',
  oldest: 'Lo más viejo primero',
  changed: 'Los últimos cambios primero',
  name: 'De la A a la Z',
  next: 'La próxima fecha primero',
  manual: 'Como en el sitio',
}

/**
 * Control that chooses the order of a list.
 * @param props.options the orders. The first one is the default, and has no query parameter
 */
export function OrderChoice({ options, value }: { options: Order[]; value: Order }) {
  const [, setSearchParams] = useSearchParams()
  return (
    <select
      className="control list-choice"
      aria-label="Orden"
      value={value}
      onChange={({ target }) =>
        setSearchParams(
          (searchParams) => {
            if (target.value === options[0]) searchParams.delete(ORDER_KEY)
            else searchParams.set(ORDER_KEY, target.value)
            searchParams.delete('page')
            return searchParams
          },
          { replace: true, preventScrollReset: true },
        )
      }
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {orderLabels[option]}
        </option>
      ))}
    </select>
  )
}
