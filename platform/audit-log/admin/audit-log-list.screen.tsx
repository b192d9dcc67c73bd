import { Sentence } from '../../ui/sentence.tsx'
import '../../content/admin/list/lists.css'
import './audit-log.css'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { adminApi } from '../../admin-layout/admin-api.ts'
import { describeEntry, getActorName, getShownLabel, useMoment } from '../../admin-layout/admin-words.ts'
import { adminPaths, entryPath, itemAuditLogPath } from '../../admin-layout/paths.ts'
import { Heading, ProblemText } from '../../admin-layout/screen-parts.tsx'
import {
  type AuditedResource,
  auditedResources,
  getResourceWords,
  getWordsWithArticle,
} from '../../content/shared/audit-log.ts'
import type { AuditLogEntry } from '../../content/shared/audit-log-answers.ts'
import { Empty, Pages, readPageNumber } from '../../forms/list-parts.tsx'
import { HISTORY_KEPT_MONTHS } from '../../shared/limits.ts'
import { liveRegion } from '../../ui/live-region.ts'
import { Changes } from './entry-changes.tsx'
import { getEntrySubject } from './entry-subject.ts'

const ENTRIES_A_PAGE = 24

interface Filters {
  resource: AuditedResource | ''
  item: string
  user: string
}

/**
 * Passes the query of the address to the API, which has the same parameters: `?resource=`, `?item=`, `?user=` and `?page=`.
 */
export async function clientLoader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const param = (name: string) => searchParams.get(name) ?? ''
  const resource = auditedResources.find((known) => known === param('resource')) ?? ''
  const page = readPageNumber(searchParams)
  const filters: Filters = { resource, item: param('item').slice(0, 100), user: param('user').slice(0, 100) }
  const query = { ...filters, resource: resource || undefined, page, limit: ENTRIES_A_PAGE }
  return { answer: await adminApi.get('/history', { query }), filters, page }
}

/** Screen with the changes of all administrators, newest first. */
export default function History() {
  const { answer, filters, page } = useLoaderData<typeof clientLoader>()
  const { resource, item, user } = filters
  const [first] = answer.ok ? answer.value : []
  const isPart = resource !== '' || item !== '' || user !== '' || page > 1
  return (
    <div className="screen">
      <Heading
        lead={
          item && first ? describeItem(first) : `Quién hizo qué en los últimos ${HISTORY_KEPT_MONTHS} meses.`
        }
      >
        Historial
      </Heading>
      {item ? (
        <nav aria-label="Cuáles" className="screen-actions">
          {first?.state === 'live' && (
            <Link className="button button-strong" to={getEntrySubject(first)?.path ?? adminPaths.auditLog}>
              Editar
            </Link>
          )}
          <Link className="button" to={adminPaths.auditLog}>
            Ver todo el historial
          </Link>
        </nav>
      ) : (
        <FilterBar resource={resource} user={user} by={first ? getActorName(first) : null} />
      )}
      {answer.ok ? (
        <>
          <p className="total" {...liveRegion}>
            {answer.total} en total
          </p>
          {answer.value.length === 0 ? (
            <Empty link={isPart && { to: adminPaths.auditLog, label: 'Ver todo el historial' }}>
              {isPart
                ? 'Acá no hay nada.'
                : 'Todavía no hay nada. Lo que se crea, se cambia o se borra queda anotado acá.'}
            </Empty>
          ) : (
            <ol className="entries">
              {answer.value.map((entry) => (
                <Entry key={entry._id} entry={entry} isOfItem={item !== ''} />
              ))}
            </ol>
          )}
          <Pages page={page} total={answer.total} size={ENTRIES_A_PAGE} />
        </>
      ) : (
        <ProblemText problem={answer.problem} />
      )}
    </div>
  )
}

/** Returns a phrase such as 'De la fecha «Noche larga».' */
const describeItem = (entry: AuditLogEntry): string =>
  `De ${getWordsWithArticle(entry.resource)} «${getShownLabel(entry)}».`.replace(/^De el /, 'Del ')

interface FilterBarProps {
  resource: AuditedResource | ''
  user: string
  /** Name of the administrator whose changes the list shows. null when it shows the changes of all administrators. */
  by: string | null
}

function FilterBar({ resource, user, by }: FilterBarProps) {
  const [searchParams, setSearchParams] = useSearchParams()
  const without = (name: string) => {
    const rest = new URLSearchParams(searchParams)
    rest.delete(name)
    rest.delete('page')
    return `?${rest}`
  }
  return (
    <div className="list-head">
      <select
        className="control order"
        aria-label="De qué"
        value={resource}
        onChange={({ target }) => {
          const next = new URLSearchParams(without('resource'))
          if (target.value) next.set('resource', target.value)
          setSearchParams(next, { replace: true, preventScrollReset: true })
        }}
      >
        <option value="">Todos los cambios</option>
        {auditedResources.map((name) => (
          <option key={name} value={name}>
            {getResourceWords(name).many}
          </option>
        ))}
      </select>
      {user && (
        <Link className="button" to={without('user')}>
          Solo <bdi>{by ?? 'una persona'}</bdi> <span aria-hidden="true">×</span>
          <span className="unseen">: quitar</span>
        </Link>
      )}
    </div>
  )
}

function Entry({ entry, isOfItem }: { entry: AuditLogEntry; isOfItem: boolean }) {
  const moment = useMoment()
  const { _id, at, by, userId, resource, itemId, state, changes } = entry
  return (
    <li className="entry">
      <p className="entry-facts mono">
        <time dateTime={at}>{moment(at)}</time>
        {by && userId ? (
          <Link to={`${adminPaths.auditLog}?${new URLSearchParams({ user: userId })}`}>
            <bdi>{getActorName(entry)}</bdi>
          </Link>
        ) : (
          <span>
            <bdi>{getActorName(entry)}</bdi>
          </span>
        )}
        {state === 'trash' && <span>En la papelera</span>}
        {state === 'gone' && <span>Borrado para siempre</span>}
      </p>
      <p className="entry-action">
        <Sentence>{describeEntry(entry)}</Sentence>
      </p>
      {changes.length > 0 && <Changes changes={changes} />}
      {state !== null && state !== 'gone' && (
        <p className="entry-actions">
          <Link className="button" to={entryPath(_id)}>
            {changes.length > 0 ? 'Ver y restaurar' : 'Ver'}
            <span className="unseen">: {describeEntry(entry)}</span>
          </Link>
          {!isOfItem && (
            <Link className="button" to={itemAuditLogPath(resource, itemId)}>
              Su historial<span className="unseen">: {entry.label}</span>
            </Link>
          )}
        </p>
      )}
    </li>
  )
}
