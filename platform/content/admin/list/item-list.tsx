import { Sentence } from '../../../ui/sentence.tsx'
import './lists.css'
import { createContext, memo, type ReactNode, useContext, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { formatRecent } from '../../../admin-layout/admin-words.ts'
import { ProblemText } from '../../../admin-layout/screen-parts.tsx'
import { RowCheckbox } from '../../../forms/choosing.tsx'
import { Empty, Pages, Search } from '../../../forms/list-parts.tsx'
import { useClub } from '../../../pages/club-settings.ts'
import { formatDate } from '../../../shared/dates.ts'
import { parseNightDate } from '../../../shared/night-dates.ts'
import { liveRegion } from '../../../ui/live-region.ts'
import { hasNameOrder } from '../../shared/field-types.ts'
import type { Declaration } from '../../shared/fields.ts'
import { formatDatedItemName, formatItemName } from '../../shared/item-names.ts'
import type { PublicationState } from '../../shared/publication.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { ItemState } from '../item/item-state.tsx'
import type { ItemNames } from '../item/remove-items.tsx'
import { groupItems } from './item-groups.ts'
import { ItemPicture } from './item-picture.tsx'
import { type Authors, ITEMS_A_PAGE, type LoadedItems } from './item-query.ts'
import { ListFilters, ListTools } from './list-filters.tsx'

interface ItemListProps extends LoadedItems {
  declaration: Declaration & { name: ResourceName }
  /** Renders the buttons of an item. It must stay the same function, because a new one renders all memoized rows again. */
  action: (item: AnyEntity) => ReactNode
  /** Names of the chosen items, by id. undefined while items cannot be chosen. */
  chosen?: ItemNames
  choose?: (rows: Iterable<[id: string, name: string]>, isChosen: boolean) => void
  /** Buttons beside the search, and beside the choice of the order. */
  tools?: { actions: ReactNode; order: ReactNode } | null
  /** Content directly above the items. */
  children?: ReactNode
  /** Id of the item whose form was opened last. The list marks this item. */
  lastOpened?: string | undefined
}

/**
 * The items of a resource, with search and filters. Items that are named by a date have low rows, because a club has
 * hundreds of nights.
 */
export function ItemList(props: ItemListProps) {
  const { declaration, answer, q, page, authors, tools, children } = props
  const [searchParams] = useSearchParams()
  /** Other parameters of the address, which a search keeps. */
  const keptParameters = [...searchParams].filter(([name]) => name !== 'q' && name !== 'page')
  const total = answer.ok ? answer.total : 0
  return (
    <>
      <ListTools
        filters={props}
        search={
          <Search q={q} label={`Buscar en ${declaration.words.many}`}>
            {keptParameters.map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
          </Search>
        }
        actions={tools?.actions}
      >
        <ListFilters declaration={declaration} filters={props} q={q} total={total}>
          {tools?.order}
        </ListFilters>
      </ListTools>
      {answer.ok ? (
        <>
          <p className="total" {...liveRegion}>
            <Sentence>{q ? `${total} con «${q}»` : `${total} en total`}</Sentence>
          </p>
          {children}
          {answer.value.length === 0 ? (
            <NoItems {...props} />
          ) : (
            <AuthorsProvider authors={authors}>
              <Groups {...props} items={answer.value} />
            </AuthorsProvider>
          )}
          <Pages page={page} total={total} size={ITEMS_A_PAGE} />
        </>
      ) : (
        <ProblemText problem={answer.problem} />
      )}
    </>
  )
}

type GroupsProps = Pick<
  ItemListProps,
  'declaration' | 'order' | 'action' | 'chosen' | 'choose' | 'lastOpened'
> & { items: AnyEntity[] }

function Groups({ declaration, items, order, action, chosen, choose, lastOpened }: GroupsProps) {
  const { timeZone } = useClub().identity
  return groupItems(items, { declaration, order, now: new Date(), timeZone }).map((group) => (
    <section key={`${group.period} ${group.month}`} className="item-group">
      {group.month && (
        <h2 className="item-group-title">
          {group.month}
          {group.period && <span className="item-group-period mono">{group.period}</span>}
        </h2>
      )}
      <ul className="item-list" data-low={!hasNameOrder(declaration) || undefined}>
        {group.items.map((item) => (
          <Row
            key={item._id}
            declaration={declaration}
            item={item}
            action={action}
            isLastOpened={item._id === lastOpened}
            isChosen={chosen?.has(item._id) ?? false}
            choose={choose}
          />
        ))}
      </ul>
    </section>
  ))
}

interface RowProps {
  declaration: ItemListProps['declaration']
  item: AnyEntity
  action: ItemListProps['action']
  isLastOpened: boolean
  isChosen: boolean
  choose: ItemListProps['choose']
}

/** A row is memoized, because phones render a long list slowly. */
const Row = memo(function Row({ declaration, item, action, isLastOpened, isChosen, choose }: RowProps) {
  const { timeZone } = useClub().identity
  const name = formatItemName(declaration, item)
  const { orderBy } = declaration
  const date = orderBy === undefined ? undefined : item[orderBy]
  const isCalledByDate =
    orderBy === declaration.nameField && typeof item[declaration.displayNameField ?? ''] !== 'string'
  const fullName = formatDatedItemName(declaration, item)
  return (
    <li className="item" data-left={isLastOpened || undefined}>
      {isLastOpened && <span className="unseen">El último que abriste: </span>}
      {choose && (
        <RowCheckbox
          name={fullName}
          isChosen={isChosen}
          onChoose={(isChosen) => choose([[item._id, fullName]], isChosen)}
        />
      )}
      <ItemPicture declaration={declaration} item={item} />
      <div className="item-words">
        <p className="item-name">
          <bdi>{name}</bdi>
        </p>
        {typeof date === 'string' && !isCalledByDate && (
          <p className="item-date mono">
            <span className="unseen">Fecha: </span>
            {formatItemDay(date)}
          </p>
        )}
        <ItemState resource={declaration.name} item={item} />
        <p className="item-facts mono">
          <span>
            Cambió <time dateTime={item.updatedAt}>{formatRecent(item.updatedAt, Date.now(), timeZone)}</time>
            <Author id={item._id} />
          </span>
        </p>
      </div>
      <div className="item-action" id={`item-${item._id}`}>
        {action(item)}
      </div>
    </li>
  )
})

/** Formats a date such as 'sáb 28-11-2026 23:59'. */
function formatItemDay(date: string): string {
  const { weekday, time } = parseNightDate(date)
  return [weekday.slice(0, 3), formatDate(date), time].filter((part) => part !== null).join(' ')
}

const AuthorsContext = createContext<Authors | null>(null)

/**
 * Shows the last editors once they have loaded. Suspense is not used: it would hide the list until then, and render it
 * twice.
 */
function AuthorsProvider({ authors, children }: { authors: Promise<Authors>; children: ReactNode }) {
  const [loaded, setLoaded] = useState<Authors | null>(null)
  useEffect(() => {
    let isUnmounted = false
    void authors.then((names) => isUnmounted || setLoaded(names))
    return () => {
      isUnmounted = true
    }
  }, [authors])
  return <AuthorsContext value={loaded}>{children}</AuthorsContext>
}

function Author({ id }: { id: string }) {
  const by = useContext(AuthorsContext)?.get(id)
  return (
    by && (
      <span className="item-author">
        {' '}
        por <bdi>{by}</bdi>
      </span>
    )
  )
}

const emptyStates: Record<PublicationState, string> = {
  published: 'No hay nada publicado.',
  draft: 'No hay borradores.',
  scheduled: 'No hay nada programado.',
  ended: 'Nada terminó todavía.',
}

function NoItems({ declaration: { words, admin }, q, state, period, year, page }: ItemListProps) {
  const { pathname } = useLocation()
  const all = { to: pathname, label: 'Ver todo' }
  if (q !== '')
    return (
      <Empty link={all}>
        Nada coincide con esa búsqueda. Probá con otra palabra, o con el comienzo de una.
      </Empty>
    )
  if (page > 1)
    return <Empty link={{ to: pathname, label: 'Ir a la primera' }}>Esta página quedó vacía.</Empty>
  if (period !== null || year !== null) return <Empty link={all}>Nada coincide con esos filtros.</Empty>
  if (state !== 'all') return <Empty link={all}>{emptyStates[state]}</Empty>
  return (
    <Empty link={{ to: admin.create, label: `Crear ${words.one}`, isStrong: true }}>
      Todavía no hay nada en {words.many}. Creá {words.article === 'la' ? 'la primera' : 'el primero'} y
      aparece acá.
    </Empty>
  )
}
