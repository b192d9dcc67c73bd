import { listItems } from './list-items.ts'
import './lists.css'
import { createContext, memo, type ReactNode, useContext, useEffect, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLocation, useSearchParams } from 'react-router'
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { recently } from '../../../admin-layout/admin-words.ts'
import { declarationAt } from '../../../admin-layout/paths.ts'
import { ProblemText } from '../../../admin-layout/screen-parts.tsx'
import { cameFrom, FROM_KEY } from '../../../auth/client/session.ts'
import { shownPerson } from '../../../auth/shared/emails.ts'
import { useClub } from '../../../pages/club-words.ts'
import { showDate } from '../../../shared/dates.ts'
import { QUERY_MAX } from '../../../shared/limits.ts'
import { fullNameOf, nameOf } from '../../../shared/names.ts'
import { nightOf } from '../../../shared/night-dates.ts'
import { hasNames, hasNights } from '../../shared/field-types.ts'
import type { Declaration } from '../../shared/fields.ts'
import { type Order, ordersOf } from '../../shared/orders.ts'
import { type State, states } from '../../shared/publication.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { ItemState } from '../item/item-state.tsx'
import type { Named } from '../item/remove-items.tsx'
import { Choice } from './choosing.tsx'
import { ItemPicture } from './item-picture.tsx'
import { groupsOf } from './nights.ts'
import { Pages } from './pages.tsx'
import { Search } from './search.tsx'

/** So many fit a phone’s patience, in whole rows of two flyers and of three; the rest is a page away. */
const ITEMS_A_PAGE = 18
const ORDER_KEY = 'order'
const STATE_KEY = 'state'

/** The orders of a list in the back office, first the one in which people look for what they came for. */
function listOrders(declaration: Omit<Declaration, 'name'>): [Order, ...Order[]] {
  const first: Order = hasNights(declaration) ? 'next' : declaration.ordered ? 'manual' : 'newest'
  return [first, ...ordersOf(declaration).filter((order) => order !== first)]
}

/** What both lists of a resource load: `?q=`, `?state=`, `?order=` and `?page=` are the API's own. */
export async function loadItems({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const q = (url.searchParams.get('q') ?? '').slice(0, QUERY_MAX)
  const page = Math.max(1, Number.parseInt(url.searchParams.get('page') ?? '', 10) || 1)
  const { name: resource, ...declaration } = declarationAt(url.pathname)
  const wantedOrder = url.searchParams.get(ORDER_KEY)
  const known = listOrders(declaration)
  const order = known.find((one) => one === wantedOrder) ?? known[0]
  const wantedState = url.searchParams.get(STATE_KEY)
  const state: State | 'all' = states.find((known) => known === wantedState) ?? 'all'
  const query = { q, page, state, limit: ITEMS_A_PAGE, order }
  const answer = await listItems(resource, query)
  const ids = answer.ok ? answer.value.map(({ _id }) => _id) : []
  // Not waited for: the list is of use before it is known who changed what.
  const authors =
    ids.length > 0 ? authorsOf(resource, ids) : Promise.resolve(new Map<string, string | null>())
  return { answer, q, page, order, state, authors }
}

/** What they are called. */
async function authorsOf(resource: ResourceName, ids: string[]): Promise<Map<string, string | null>> {
  const answer = await adminApi.get('/history/latest/:resource', {
    params: { resource },
    query: { ids: ids.join(',') },
  })
  return new Map(
    answer.ok
      ? answer.value.map(({ _id, by, byName }) => [_id, by && shownPerson({ name: byName, email: by })])
      : [],
  )
}

export type LoadedItems = Awaited<ReturnType<typeof loadItems>>

interface ItemListProps extends LoadedItems {
  declaration: Declaration & { name: ResourceName }
  /** What can be done with an item. Another function draws every row again. */
  action: (item: AnyEntity) => ReactNode
  /** While items are chosen: those that are, with what they are called, and what chooses others. */
  chosen?: Named
  choose?: (rows: Iterable<[id: string, name: string]>, isChosen: boolean) => void
  /** Beside the order of the items. */
  tools?: ReactNode
  /** Right before the items. */
  children?: ReactNode
  /** The item that was left for its form. */
  left?: string | undefined
}

/** Search, states, order, total, pages, and one row an item; resources that are named by their date are shown as a grid of flyers. */
export function ItemList(props: ItemListProps) {
  const {
    declaration,
    answer,
    q,
    page,
    order,
    state,
    authors,
    action,
    chosen,
    choose,
    tools,
    children,
    left,
  } = props
  const isGrid = !hasNames(declaration)
  const { timeZone } = useClub().identity
  const from = cameFrom(useSearchParams()[0])
  return (
    <>
      <Search q={q} label={`Buscar en ${declaration.words.many}`}>
        {from !== null && <input type="hidden" name={FROM_KEY} value={from} />}
        {order !== listOrders(declaration)[0] && <input type="hidden" name={ORDER_KEY} value={order} />}
        {state !== 'all' && <input type="hidden" name={STATE_KEY} value={state} />}
      </Search>
      {answer.ok ? (
        <>
          <States state={state} />
          <div className="list-head">
            <p className="total" role="status">
              {q ? `${answer.total} con «${q}»` : `${answer.total} en total`}
            </p>
            <div className="list-choices">
              {tools}
              {answer.total > 1 && <OrderChoice options={listOrders(declaration)} value={order} />}
            </div>
          </div>
          {children}
          {answer.value.length === 0 ? (
            <Empty declaration={declaration} isSearch={q !== ''} state={state} isLaterPage={page > 1} />
          ) : (
            <Authors ofItems={authors}>
              {groupsOf(declaration, answer.value, new Date(), timeZone).map(({ title, items }) => (
                <section key={title} className="item-group">
                  {title && <h2 className="item-group-title">{title}</h2>}
                  <ul className={isGrid ? 'flyer-grid' : 'item-list'}>
                    {items.map((item) => (
                      <Row
                        key={item._id}
                        declaration={declaration}
                        item={item}
                        action={action}
                        isGrid={isGrid}
                        isLeft={item._id === left}
                        isChosen={chosen?.has(item._id) ?? false}
                        choose={choose}
                      />
                    ))}
                  </ul>
                </section>
              ))}
            </Authors>
          )}
          <Pages page={page} pages={Math.ceil(answer.total / ITEMS_A_PAGE)} />
        </>
      ) : (
        <ProblemText problem={answer.problem} />
      )}
    </>
  )
}

const orderWords: Record<Order, string> = {
  newest: 'Lo más nuevo primero',
  oldest: 'Lo más viejo primero',
  changed: 'Los últimos cambios primero',
  name: 'De la A a la Z',
  next: 'La próxima noche primero',
  manual: 'Como en el sitio',
}

const filterWords: Record<State | 'all', string> = {
  all: 'Todo',
  published: 'Publicados',
  draft: 'Borradores',
  scheduled: 'Programados',
  ended: 'Terminados',
}

/** What is shown, as links: each is an address of its own. */
function States({ state }: { state: State | 'all' }) {
  const [searchParams] = useSearchParams()
  const search = (wanted: State | 'all') => {
    const query = new URLSearchParams(searchParams)
    query.delete('page')
    if (wanted === 'all') query.delete(STATE_KEY)
    else query.set(STATE_KEY, wanted)
    return `?${query}`
  }
  return (
    <nav aria-label="Mostrar" className="list-states">
      {(['all', ...states] as const).map((one) => (
        <Link
          key={one}
          className="list-state"
          to={search(one)}
          replace
          preventScrollReset
          aria-current={one === state ? 'page' : undefined}
        >
          {filterWords[one]}
        </Link>
      ))}
    </nav>
  )
}

/** @param props.options the first is meant where the address says nothing */
function OrderChoice({ options, value }: { options: Order[]; value: Order }) {
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
          {orderWords[option]}
        </option>
      ))}
    </select>
  )
}

interface RowProps {
  declaration: ItemListProps['declaration']
  item: AnyEntity
  action: ItemListProps['action']
  isGrid: boolean
  /** Whether it was left for its form. */
  isLeft: boolean
  isChosen: boolean
  choose: ItemListProps['choose']
}

/** Drawn again only when it is another: what a list goes through while it loads costs a phone nothing. */
const Row = memo(function Row({ declaration, item, action, isGrid, isLeft, isChosen, choose }: RowProps) {
  const { timeZone } = useClub().identity
  const name = nameOf(declaration, item)
  const { orderBy } = declaration
  const date = orderBy === undefined ? undefined : item[orderBy]
  const isCalledByDate =
    orderBy === declaration.heading && typeof item[declaration.calledBy ?? ''] !== 'string'
  const fullName = fullNameOf(declaration, item)
  return (
    <li className="item" data-left={isLeft || undefined}>
      {isLeft && <span className="unseen">El último que abriste: </span>}
      {choose && (
        <Choice
          name={fullName}
          isChosen={isChosen}
          onChoose={(isChosen) => choose([[item._id, fullName]], isChosen)}
        />
      )}
      <ItemPicture declaration={declaration} item={item} isLarge={isGrid} />
      <div className="item-words">
        <p className="item-name">{name}</p>
        {typeof date === 'string' && !isCalledByDate && (
          <p className="item-date mono">
            <span className="unseen">Fecha: </span>
            {dayOf(date)}
          </p>
        )}
        <ItemState resource={declaration.name} item={item} />
        <p className="item-facts mono">
          <span>
            Cambió <time dateTime={item.updatedAt}>{recently(item.updatedAt, Date.now(), timeZone)}</time>
            <Author id={item._id} />
          </span>
        </p>
      </div>
      <div className="item-action">{action(item)}</div>
    </li>
  )
})

/** 'sáb 28-11-2026 23:59' */
function dayOf(date: string): string {
  const { weekday, time } = nightOf(date)
  return [weekday.slice(0, 3), showDate(date), time].filter((part) => part !== null).join(' ')
}

const KnownAuthors = createContext<Awaited<LoadedItems['authors']> | null>(null)

/** Who changed the items last, once it is known. Suspense would keep a list from showing until then, and draw it twice. */
function Authors({ ofItems, children }: { ofItems: LoadedItems['authors']; children: ReactNode }) {
  const [known, setKnown] = useState<Awaited<LoadedItems['authors']> | null>(null)
  useEffect(() => {
    let isOver = false
    void ofItems.then((authors) => isOver || setKnown(authors))
    return () => {
      isOver = true
    }
  }, [ofItems])
  return <KnownAuthors value={known}>{children}</KnownAuthors>
}

function Author({ id }: { id: string }) {
  const by = useContext(KnownAuthors)?.get(id)
  return by && <span className="item-author"> por {by}</span>
}

interface EmptyProps {
  declaration: Declaration
  isSearch: boolean
  state: State | 'all'
  isLaterPage: boolean
}

const nothingIn: Record<State, string> = {
  published: 'No hay nada publicado.',
  draft: 'No hay borradores.',
  scheduled: 'No hay nada programado.',
  ended: 'Nada terminó todavía.',
}

function Empty({ declaration, isSearch, state, isLaterPage }: EmptyProps) {
  const { pathname } = useLocation()
  if (isSearch)
    return (
      <div className="empty">
        <p>Nada coincide con esa búsqueda. Probá con otra palabra, o con el comienzo de una.</p>
        <Link className="button" to={pathname}>
          Ver todo
        </Link>
      </div>
    )
  if (isLaterPage)
    return (
      <div className="empty">
        <p>Esta página quedó vacía.</p>
        <Link className="button" to={pathname}>
          Ir a la primera
        </Link>
      </div>
    )
  if (state !== 'all')
    return (
      <div className="empty">
        <p>{nothingIn[state]}</p>
        <Link className="button" to={pathname}>
          Ver todo
        </Link>
      </div>
    )
  const { words } = declaration
  return (
    <div className="empty">
      <p>
        Todavía no hay nada en {words.many}. Creá {words.article === 'la' ? 'la primera' : 'el primero'} y
        aparece acá.
      </p>
      <Link className="button button-strong" to={declaration.admin.create}>
        Crear {words.one}
      </Link>
    </div>
  )
}
