import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useLocation } from 'react-router'
import { showDate } from '../../../contract/dates.ts'
import type { Declaration } from '../../../contract/fields.ts'
import { QUERY_MAX } from '../../../contract/limits.ts'
import { nameOf } from '../../../contract/names.ts'
import type { AnyEntity, ResourceName } from '../../../contract/resources.ts'
import { api } from '../../api.ts'
import { declarationAt } from '../paths.ts'
import { Refusal } from '../refusal.tsx'
import { asAdministrator } from '../session-end.ts'
import { Pages } from './pages.tsx'
import { Search } from './search.tsx'

/** So many fit a phone's patience; the rest is a page away. */
const ITEMS_A_PAGE = 24

/** What both lists of a resource load: `?q=` and `?page=` are the API's own. */
export async function loadItems({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const q = (url.searchParams.get('q') ?? '').slice(0, QUERY_MAX)
  const page = Math.max(1, Number.parseInt(url.searchParams.get('page') ?? '', 10) || 1)
  const resource = declarationAt(url.pathname).name
  return { answer: await asAdministrator(api.list(resource, { q, page, limit: ITEMS_A_PAGE })), q, page }
}

export type LoadedItems = Awaited<ReturnType<typeof loadItems>>

interface ItemListProps extends LoadedItems {
  declaration: Declaration & { name: ResourceName }
  /** What can be done with an item: a link around its name, or a button. */
  action: (item: AnyEntity, name: string) => ReactNode
}

/** Search, total, pages, and one row an item; resources that are named by their date are shown as a grid of flyers. */
export function ItemList({ declaration, answer, q, page, action }: ItemListProps) {
  const isGrid = declaration.fields[declaration.heading]?.kind === 'date'
  return (
    <>
      <Search q={q} label={`Buscar en ${declaration.words.many}`} />
      {answer.ok ? (
        <>
          <p className="total" role="status">
            {q ? `${answer.total} con «${q}»` : `${answer.total} en total`}
          </p>
          {answer.value.length === 0 ? (
            <Empty declaration={declaration} isSearch={q !== ''} isLaterPage={page > 1} />
          ) : (
            <ul className={isGrid ? 'flyer-grid' : 'item-list'}>
              {answer.value.map((item) => (
                <li key={item._id} className="item">
                  <Row declaration={declaration} item={item} action={action} isGrid={isGrid} />
                </li>
              ))}
            </ul>
          )}
          <Pages page={page} pages={Math.ceil(answer.total / ITEMS_A_PAGE)} />
        </>
      ) : (
        <Refusal problem={answer.problem} />
      )}
    </>
  )
}

const moment = new Intl.DateTimeFormat('es-AR', {
  day: '2-digit',
  month: '2-digit',
  year: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

interface RowProps {
  declaration: Declaration
  item: AnyEntity
  action: ItemListProps['action']
  isGrid: boolean
}

function Row({ declaration, item, action, isGrid }: RowProps) {
  const name = nameOf(declaration, item)
  const picture = declaration.picture ? item.images?.[declaration.picture] : undefined
  // A list is dense: the smallest rendition does, a flyer in the grid takes the next one.
  const width = picture?.widths[isGrid ? Math.min(1, picture.widths.length - 1) : 0]
  const date =
    declaration.orderBy && declaration.orderBy !== declaration.heading ? item[declaration.orderBy] : undefined
  return (
    <>
      {declaration.picture && (
        <div className="item-picture">
          {picture && width !== undefined ? (
            <img
              src={`${picture.base}-${width}.webp`}
              width={picture.width}
              height={picture.height}
              alt=""
              loading="lazy"
              decoding="async"
            />
          ) : null}
        </div>
      )}
      <div className="item-words">
        <p className="item-name">{name}</p>
        <p className="item-facts mono">
          {typeof date === 'string' && (
            <span>
              <span className="unseen">Fecha: </span>
              {showDate(date)}
            </span>
          )}
          <span>Último cambio {moment.format(new Date(item.updatedAt))}</span>
        </p>
      </div>
      <div className="item-action">{action(item, name)}</div>
    </>
  )
}

interface EmptyProps {
  declaration: Declaration
  isSearch: boolean
  isLaterPage: boolean
}

function Empty({ declaration, isSearch, isLaterPage }: EmptyProps) {
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
