import './messages.css'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { QUERY_MAX } from '../../../contract/limits.ts'
import type { Message } from '../../../contract/messages/messages.ts'
import { Pages } from '../content/list/pages.tsx'
import { Search } from '../content/list/search.tsx'
import { Heading } from '../layout/heading.tsx'
import { useMoment } from '../layout/moment.ts'
import { ProblemText } from '../layout/problem-text.tsx'
import { adminPaths, messagePath } from '../paths.ts'
import { messageCalls } from './api.ts'
import { useSummary } from './summary.ts'
import { stateWords } from './words.ts'

const MESSAGES_A_PAGE = 24
const UNREAD_KEY = 'unread'

export async function clientLoader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const q = (searchParams.get('q') ?? '').slice(0, QUERY_MAX)
  const page = Math.max(1, Number.parseInt(searchParams.get('page') ?? '', 10) || 1)
  const unread = searchParams.has(UNREAD_KEY)
  return { answer: await messageCalls.list({ q, page, unread, limit: MESSAGES_A_PAGE }), q, page, unread }
}

/** What visitors wrote, newest first. */
export default function Messages() {
  const { answer, q, page, unread } = useLoaderData<typeof clientLoader>()
  const summary = useSummary()
  return (
    <div className="screen">
      <Heading lead="Lo que escriben desde Contacto.">Mensajes</Heading>
      {summary?.mail.delivers === false && (
        <p className="restored">El sitio no tiene un servidor de correo: los mensajes quedan acá.</p>
      )}
      <nav aria-label="Cuáles" className="screen-actions">
        <Link className="button" to={adminPaths.messages} aria-current={unread ? undefined : 'page'}>
          Todos
        </Link>
        <Link className="button" to={`?${UNREAD_KEY}=1`} aria-current={unread ? 'page' : undefined}>
          Sin leer{answer.ok && ` (${answer.value.unread})`}
        </Link>
      </nav>
      <Search q={q} label="Buscar en Mensajes">
        {unread && <input type="hidden" name={UNREAD_KEY} value="1" />}
      </Search>
      {answer.ok ? (
        <>
          <p className="total" role="status">
            {answer.total} {unread ? 'sin leer' : 'en total'}
            {q && ` con «${q}»`}
          </p>
          {answer.value.data.length === 0 ? (
            <Empty isSearch={q !== ''} isLaterPage={page > 1} unread={unread} />
          ) : (
            <ul className="item-list">
              {answer.value.data.map((message) => (
                <Row key={message._id} message={message} />
              ))}
            </ul>
          )}
          <Pages page={page} pages={Math.ceil(answer.total / MESSAGES_A_PAGE)} />
        </>
      ) : (
        <ProblemText problem={answer.problem} />
      )}
      <nav aria-label="Ajustes" className="screen-actions">
        <Link className="button" to={adminPaths.messageSettings}>
          Cuánto se guardan
        </Link>
      </nav>
    </div>
  )
}

function Row({ message: { _id, person, body, createdAt, readAt, delivery } }: { message: Message }) {
  const moment = useMoment()
  return (
    <li className="item message-row" data-unread={readAt === null ? '' : undefined}>
      <div className="item-words">
        <p className="item-name">{person}</p>
        <p className="message-start">{body}</p>
        <p className="item-facts mono">
          <span>{moment(createdAt)}</span>
          {readAt === null && <span data-waiting="">Sin leer</span>}
          <span data-failing={delivery.state === 'failing' ? '' : undefined}>
            {stateWords[delivery.state]}
          </span>
        </p>
      </div>
      <div className="item-action">
        <Link className="button item-link" to={messagePath(_id)}>
          Leer<span className="unseen"> el mensaje de {person}</span>
        </Link>
      </div>
    </li>
  )
}

function Empty({
  isSearch,
  isLaterPage,
  unread,
}: {
  isSearch: boolean
  isLaterPage: boolean
  unread: boolean
}) {
  const nothing = unread
    ? 'Está todo leído.'
    : 'Todavía no escribió nadie. Lo que manden desde Contacto aparece acá.'
  const words = isSearch
    ? 'Nada coincide con esa búsqueda. Probá con otra palabra, o con el comienzo de una.'
    : isLaterPage
      ? 'Esta página quedó vacía.'
      : nothing
  return (
    <div className="empty">
      <p>{words}</p>
      {(isSearch || isLaterPage || unread) && (
        <Link className="button" to={adminPaths.messages}>
          Ver todos
        </Link>
      )}
    </div>
  )
}
