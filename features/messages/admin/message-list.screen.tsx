import '../../../platform/content/admin/list/lists.css'
import './messages.css'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { ConfirmAction } from '../../../platform/admin-layout/dialog.tsx'
import { Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { createCsvFile, saveFile } from '../../../platform/admin-layout/share-actions.tsx'
import { refreshSummary, useSummary } from '../../../platform/admin-layout/summary.ts'
import { getApiAddress, type QueryOf } from '../../../platform/api/client/api.ts'
import { Bar } from '../../../platform/forms/action-bar.tsx'
import { AllRowsCheckbox, useChoosing } from '../../../platform/forms/choosing.tsx'
import { FormProblemRow } from '../../../platform/forms/form-problem.tsx'
import { Pages, readPageNumber, Search } from '../../../platform/forms/list-parts.tsx'
import { getItemSelector, useUndo } from '../../../platform/forms/undo.tsx'
import { useAction } from '../../../platform/forms/use-action.ts'
import { NOTICE_MS, QUERY_MAX } from '../../../platform/shared/limits.ts'
import { moveFocus } from '../../../platform/ui/focus.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { notify } from '../../../platform/ui/notify.ts'
import type { MessageSummary } from '../../home/shared/overview.ts'
import { ANSWER_TEMPLATES_PATH, MESSAGE_SETTINGS_PATH } from '../shared/message-paths.ts'
import type { Message } from '../shared/messages.ts'
import {
  ChosenActions,
  type Marks,
  type MessageFilter,
  MessageFilters,
  MessageRow,
  NoMessages,
  UNANSWERED_KEY,
  UNREAD_KEY,
} from './message-list-parts.tsx'

const MESSAGES_A_PAGE = 24

export async function clientLoader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const page = readPageNumber(searchParams)
  const filter: MessageFilter = {
    q: (searchParams.get('q') ?? '').slice(0, QUERY_MAX),
    unread: searchParams.has(UNREAD_KEY),
    unanswered: searchParams.has(UNANSWERED_KEY),
  }
  const query = { ...getQuery(filter), page, limit: MESSAGES_A_PAGE }
  return { answer: await adminApi.get('/messages', { query }), filter, page }
}

const getQuery = ({ q, unread, unanswered }: MessageFilter): QueryOf<'/messages/export.csv'> => ({
  q,
  ...(unread && { unread: '1' }),
  ...(unanswered && { unanswered: '1' }),
})

const markAll = (ids: string[], marks: Marks) => adminApi.put('/messages', { body: { ids, ...marks } })

const TABLE_NAME = 'mensajes.csv'

const countWords = (count: number): string => (count === 1 ? '1 mensaje' : `${count} mensajes`)

const totalWords = ({ unread, unanswered }: MessageFilter): string =>
  unanswered ? 'sin responder' : unread ? 'sin leer' : 'en total'

const byId = (messages: Message[]) => messages.map((message) => [message._id, message] as [string, Message])

type Chosen = ReadonlyMap<string, Message>

/** Screen with the messages of visitors, newest first. */
export default function Messages() {
  const { answer, filter, page } = useLoaderData<typeof clientLoader>()
  const { q, unread, unanswered } = filter
  const summary = useSummary<MessageSummary>()
  const { chosen, choose, chooseNone } = useChoosing<Message>()
  const [isRemoving, setRemoving] = useState(false)
  const messages = answer.ok ? answer.value.data : []

  const actions = useMessageActions({ chosen, chooseNone, filter })
  const { busy, problem, undoRows } = actions

  return (
    <div className="screen">
      <Heading lead="Lo que escriben desde Contacto.">Mensajes</Heading>
      {summary?.mail.delivers === false && (
        <p className="restored">El sitio no tiene un servidor de correo: los mensajes quedan acá.</p>
      )}
      <MessageFilters filter={filter} counts={answer.ok ? answer.value : null} />
      <Search q={q} label="Buscar en Mensajes">
        {unread && <input type="hidden" name={UNREAD_KEY} value="1" />}
        {unanswered && <input type="hidden" name={UNANSWERED_KEY} value="1" />}
      </Search>
      {answer.ok ? (
        <>
          <p className="total" {...liveRegion}>
            {answer.total} {totalWords(filter)}
            {q && ` con «${q}»`}
          </p>
          {messages.length === 0 ? (
            <NoMessages isLaterPage={page > 1} filter={filter} />
          ) : (
            <>
              <AllRowsCheckbox
                count={messages.length}
                isChosen={messages.every(({ _id }) => chosen.has(_id))}
                onChoose={(isChosen) => choose(byId(messages), isChosen)}
              />
              <ul className="item-list">
                {messages.map((message) => (
                  <MessageRow
                    key={message._id}
                    message={message}
                    isChosen={chosen.has(message._id)}
                    onChoose={(isChosen) => choose(byId([message]), isChosen)}
                  />
                ))}
              </ul>
            </>
          )}
          <Pages page={page} total={answer.total} size={MESSAGES_A_PAGE} />
        </>
      ) : (
        <ProblemText problem={answer.problem} />
      )}
      <SettingsLinks
        exported={answer.ok ? answer.total : 0}
        href={getApiAddress('/messages/export.csv', getQuery(filter))}
        onExport={actions.exportTable}
      />
      {(chosen.size > 0 || undoRows || problem) && (
        <Bar>
          {problem && <FormProblemRow problem={problem} />}
          {undoRows}
          {chosen.size > 0 && (
            <ChosenActions
              count={chosen.size}
              busy={busy}
              onMark={(marks, label) => void actions.mark(marks, label)}
              onNone={chooseNone}
              onRemove={() => {
                actions.clearProblem()
                setRemoving(true)
              }}
            />
          )}
        </Bar>
      )}
      {isRemoving && (
        <RemoveMessages
          chosen={chosen}
          onRemoved={async () => {
            setRemoving(false)
            await actions.showChanged()
            moveFocus(null)
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  )
}

interface MessageActionsOptions {
  chosen: Chosen
  chooseNone(): void
  filter: MessageFilter
}

function useMessageActions({ chosen, chooseNone, filter }: MessageActionsOptions) {
  const { revalidate } = useRevalidator()
  const { busy, problem, run, clearProblem } = useAction()
  const undo = useUndo({
    ms: NOTICE_MS,
    onUndone: async () => {
      void refreshSummary()
      await revalidate()
    },
  })

  async function showChanged(): Promise<void> {
    void refreshSummary()
    chooseNone()
    await revalidate()
  }

  /** Marks the selected messages. @param label the new state in lower-case Spanish, for the notice */
  async function mark(marks: Marks, label: string): Promise<void> {
    const before = chosen
    const answer = await run(() => markAll([...before.keys()], marks), {
      again: () => mark(marks, label),
    })
    if (!answer?.ok) return
    const { ids } = answer.value
    await showChanged()
    if (ids.length === 0) {
      notify({ title: 'Actualizado', text: `Ya estaban como ${label}: no cambió nada.` })
      moveFocus(null)
      return
    }
    notify({ title: 'Actualizado' })
    undo.offer({
      said: `${countWords(ids.length)}: ${label}.`,
      back: `Como antes: ${countWords(ids.length)}.`,
      takesFocus: true,
      next: getItemSelector(ids[0]),
      undo: () => unmark(ids, marks, before),
    })
  }

  async function exportTable(): Promise<void> {
    const query = getQuery(filter)
    const answer = await run(() => adminApi.get('/messages/export.csv', { query, reads: 'text' }), {
      again: exportTable,
    })
    if (answer?.ok) saveFile(createCsvFile(answer.value), TABLE_NAME)
  }

  return { busy, problem, undoRows: undo.rows, clearProblem, mark, exportTable, showChanged }
}

/** Undoes marks. Marking a message as answered also marks it as read, so messages that were unread become unread again. */
async function unmark(ids: string[], marks: Marks, before: Chosen) {
  const wereUnread = 'open' in marks ? ids.filter((id) => before.get(id)?.readAt === null) : []
  const back = await markAll(ids, 'read' in marks ? { read: !marks.read } : { open: !marks.open })
  return back.ok && wereUnread.length > 0 ? markAll(wereUnread, { read: false }) : back
}

interface RemoveMessagesProps {
  chosen: Chosen
  onRemoved(): Promise<void>
  onClose(): void
}

function RemoveMessages({ chosen, onRemoved, onClose }: RemoveMessagesProps) {
  const people = [...chosen.values()].map(({ person }) => person)
  const isOne = people.length === 1
  return (
    <ConfirmAction
      question={isOne ? `¿Borrar el mensaje de ${people[0]}?` : `¿Borrar ${countWords(people.length)}?`}
      names={isOne ? [] : people}
      consequence="Se borra para siempre, con lo que se respondió: no pasa por la papelera."
      confirmLabel="Borrar"
      call={() => adminApi.post('/messages/batch/delete', { body: { ids: [...chosen.keys()] } })}
      notice={{ title: 'Borrado' }}
      onDone={onRemoved}
      onClose={onClose}
    />
  )
}

interface SettingsLinksProps {
  /** Number of messages that an export would contain. */
  exported: number
  href: string
  onExport(): Promise<void>
}

function SettingsLinks({ exported, href, onExport }: SettingsLinksProps) {
  return (
    <nav aria-label="Ajustes" className="screen-actions">
      <Link className="button" to={ANSWER_TEMPLATES_PATH}>
        Respuestas guardadas
      </Link>
      <Link className="button" to={MESSAGE_SETTINGS_PATH}>
        Cuánto se guardan
      </Link>
      {exported > 0 && (
        <a
          className="button"
          href={href}
          download={TABLE_NAME}
          onClick={(event) => {
            // A plain download link would save an error message as the CSV file, so the script fetches the table first.
            event.preventDefault()
            void onExport()
          }}
        >
          Exportar CSV ({exported})
        </a>
      )}
    </nav>
  )
}
