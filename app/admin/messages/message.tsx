import './messages.css'
import { useEffect, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { shownEmail } from '../../../contract/accounts/emails.ts'
import type { Message } from '../../../contract/messages/messages.ts'
import type { Answer } from '../../client/call.ts'
import { useClub } from '../../club-words.ts'
import { notify } from '../../ui/notify.ts'
import { Bar } from '../content/form/action-bar.tsx'
import { FormProblemRow, useFormProblem } from '../content/form/form-problem.tsx'
import { Confirm } from '../layout/confirm.tsx'
import { Heading } from '../layout/heading.tsx'
import { useMoment } from '../layout/moment.ts'
import { ProblemText } from '../layout/problem-text.tsx'
import { adminPaths } from '../paths.ts'
import { messageCalls } from './api.ts'
import { refreshSummary } from './summary.ts'
import { deliverySentence, replyAddress, sendingWords } from './words.ts'

/** What is about to go out has gone a moment later. */
const LOOK_AGAIN_MS = 2000

export const clientLoader = ({ params }: LoaderFunctionArgs) => messageCalls.one(params.id ?? '')

export default function MessageScreen() {
  const answer = useLoaderData<typeof clientLoader>()
  if (answer.ok) return <Reading key={answer.value._id} message={answer.value} />
  return (
    <div className="screen">
      <Heading>Mensaje</Heading>
      <ProblemText problem={answer.problem} />
    </div>
  )
}

function Reading({ message }: { message: Message }) {
  const moment = useMoment()
  const club = useClub().identity
  const { _id, person, from, body, createdAt, delivery } = message
  const sending = sendingWords(delivery)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const { problem, reportProblem, clearProblem } = useFormProblem()

  // Opening is reading. Not on the way of every loader: who only looks at the list has read nothing.
  useEffect(() => {
    if (message.readAt === null) void messageCalls.mark(_id, true).then(refreshSummary)
  }, [_id, message.readAt])

  useEffect(() => {
    if (delivery.state !== 'waiting') return
    const timer = setTimeout(() => void revalidate(), LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [delivery.state, revalidate])

  /** One thing at a time; a failure is told and stays. */
  async function act(work: () => Promise<Answer<unknown>>, again?: () => Promise<void>) {
    if (busy) return false
    setBusy(true)
    clearProblem()
    const result = await work()
    setBusy(false)
    if (result.ok) return true
    reportProblem(result.problem, again && { again: () => void again() })
    return false
  }

  async function leaveUnread() {
    if (!(await act(() => messageCalls.mark(_id, false), leaveUnread))) return
    void refreshSummary()
    notify({ title: 'Actualizado', text: 'Queda como no leído.' })
    void navigate(adminPaths.messages)
  }

  async function resend() {
    if (await act(() => messageCalls.resend(_id), resend))
      notify({ title: 'Enviado', text: 'Va hacia el correo del club.' })
    await revalidate()
  }

  async function remove() {
    if (!(await act(() => messageCalls.remove(_id)))) return
    void refreshSummary()
    notify({ title: 'Borrado' })
    void navigate(adminPaths.messages)
  }

  return (
    <div className="screen">
      <Heading
        lead={
          <span className="mono">
            {shownEmail(from)} · {moment(createdAt)}
          </span>
        }
      >
        {person}
      </Heading>
      <p className="message-body">{body}</p>
      <section className="message-delivery" aria-label="Entrega" data-state={delivery.state}>
        <p role="status">{deliverySentence(delivery, club.timeZone)}</p>
        {delivery.reason && <p className="message-reason mono">{delivery.reason}</p>}
        {sending && (
          <button
            type="button"
            className="button"
            aria-disabled={busy || undefined}
            onClick={() => void resend()}
          >
            {sending}
          </button>
        )}
      </section>
      <Bar>
        {problem && !asking && <FormProblemRow problem={problem} />}
        <button type="button" className="button button-danger" onClick={() => setAsking(true)}>
          Borrar
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={busy || undefined}
          onClick={() => void leaveUnread()}
        >
          Marcar no leído
        </button>
        <a className="button button-strong" href={replyAddress(message, club.name)}>
          Responder
        </a>
      </Bar>
      {asking && (
        <Confirm
          question={`¿Borrar el mensaje de ${person}?`}
          consequence="Se borra para siempre: no pasa por la papelera."
          confirmLabel="Borrar"
          busy={busy}
          failure={problem?.detail}
          onConfirm={() => void remove()}
          onClose={() => {
            setAsking(false)
            clearProblem()
          }}
        />
      )}
    </div>
  )
}
