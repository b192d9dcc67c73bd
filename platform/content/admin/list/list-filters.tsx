/** The filters and the order of a list. On phones a button shows them. Its label has the number of active filters. */
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link, useLocation, useNavigation, useSearchParams } from 'react-router'
import { hasPeriods } from '../../shared/field-types.ts'
import type { Declaration } from '../../shared/fields.ts'
import type { Order } from '../../shared/orders.ts'
import { type Period, periods } from '../../shared/periods.ts'
import { type PublicationState, publicationStates } from '../../shared/publication.ts'
import type { ResourceName } from '../../shared/resources.ts'
import {
  ITEMS_A_PAGE,
  type LoadedItems,
  listOrders,
  loadYears,
  ORDER_KEY,
  PERIOD_KEY,
  STATE_KEY,
  YEAR_KEY,
} from './item-query.ts'

type Filters = Pick<LoadedItems, 'state' | 'period' | 'year' | 'order'>

export const countFilters = ({ state, period, year }: Filters): number =>
  [state !== 'all', period !== null, year !== null].filter(Boolean).length

const stateFilters: Record<PublicationState | 'all', string> = {
  all: 'Todo',
  published: 'Publicados',
  draft: 'Borradores',
  scheduled: 'Programados',
  ended: 'Terminados',
}

const periodFilters: Record<Period, string> = {
  coming: 'Próximas',
  past: 'Pasadas',
  'called-off': 'Canceladas y postergadas',
}

const orderLabels: Record<Order, string> = {
  newest: 'Lo más nuevo primero',
  oldest: 'Lo más viejo primero',
  changed: 'Los últimos cambios primero',
  name: 'De la A a la Z',
  next: 'La próxima fecha primero',
  manual: 'Como en el sitio',
}

interface ListToolsProps {
  filters: Filters
  /** The search field. */
  search: ReactNode
  /** Buttons beside the search field. */
  actions: ReactNode
  /** The filters. */
  children: ReactNode
}

/** The search field with the buttons beside it, and the filters below. */
export function ListTools({ filters, search, actions, children }: ListToolsProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const count = countFilters(filters)
  return (
    <>
      <div className="list-tools">
        {search}
        <button
          type="button"
          className="button filters-open"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? 'Filtros' : `Filtros · ${count}`}
          {count > 0 && <span className="unseen">{count === 1 ? ' activo' : ' activos'}</span>}
        </button>
        {actions}
      </div>
      <div id={id} className="list-filters" data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  )
}

interface ListFiltersProps {
  declaration: Declaration & { name: ResourceName }
  filters: Filters
  /** The search of the list, to which "Quitar filtros" leads back. */
  q: string
  /** Number of items. Fewer than two need no order, and one page needs no choice of the year. */
  total: number
  /** Controls beside the order. */
  children?: ReactNode
}

export function ListFilters({ declaration, filters, q, total, children }: ListFiltersProps) {
  const { pathname } = useLocation()
  const orders = listOrders(declaration)
  return (
    <>
      <StateFilters state={filters.state} />
      <div className="list-choices">
        {hasPeriods(declaration) && (
          <QueryChoice
            name={PERIOD_KEY}
            label="Cuándo"
            value={filters.period ?? ''}
            options={[
              ['', 'Próximas y pasadas'],
              ...periods.map((one) => [one, periodFilters[one]] as const),
            ]}
          />
        )}
        {declaration.orderBy !== undefined && (total > ITEMS_A_PAGE || filters.year !== null) && (
          <YearChoice declaration={declaration} year={filters.year} />
        )}
        {total > 1 && (
          <QueryChoice
            name={ORDER_KEY}
            label="Orden"
            value={filters.order === orders[0] ? '' : filters.order}
            options={orders.map((order, index) => [index === 0 ? '' : order, orderLabels[order]] as const)}
          />
        )}
        {children}
        {countFilters(filters) > 0 && (
          <Link className="button" to={q ? `${pathname}?${new URLSearchParams({ q })}` : pathname} replace>
            Quitar filtros
          </Link>
        )}
      </div>
    </>
  )
}

/** Links that filter the list by state. */
function StateFilters({ state }: { state: PublicationState | 'all' }) {
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

/** The years are loaded after the list. Until then only the chosen year is an option. */
function YearChoice({
  declaration,
  year,
}: {
  declaration: ListFiltersProps['declaration']
  year: string | null
}) {
  const [years, setYears] = useState<number[]>([])
  useEffect(() => {
    let isUnmounted = false
    void loadYears(declaration.name, declaration).then((loaded) => isUnmounted || setYears(loaded))
    return () => {
      isUnmounted = true
    }
  }, [declaration])
  const all = [...new Set([...years.map(String), ...(year === null ? [] : [year])])].toSorted().toReversed()
  return (
    <QueryChoice
      name={YEAR_KEY}
      label="Año"
      value={year ?? ''}
      options={[['', 'Todos los años'], ...all.map((one) => [one, one] as const)]}
    />
  )
}

interface QueryChoiceProps {
  /** Name of the query parameter. */
  name: string
  label: string
  value: string
  /** Values and labels. The value '' removes the parameter. */
  options: (readonly [value: string, label: string])[]
}

/** A control that sets a parameter of the address. */
function QueryChoice({ name, label, value, options }: QueryChoiceProps) {
  const [searchParams, setSearchParams] = useSearchParams()
  const { pathname } = useLocation()
  const { location } = useNavigation()
  // While the list of a choice loads, the control shows that choice, and another choice keeps it. Without `flushSync` a quick
  // second choice would still see the address from before the first one.
  const pending = location?.pathname === pathname ? new URLSearchParams(location.search) : null
  return (
    <select
      className="control list-choice"
      aria-label={label}
      value={pending ? (pending.get(name) ?? '') : value}
      onChange={({ target }) => {
        const next = new URLSearchParams(pending ?? searchParams)
        if (target.value === '') next.delete(name)
        else next.set(name, target.value)
        next.delete('page')
        setSearchParams(next, { replace: true, preventScrollReset: true, flushSync: true })
      }}
    >
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  )
}
