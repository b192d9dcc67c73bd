import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import './messages.css'
import { useEffect, useState } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigate,
  useRevalidator,
} from 'react-router'
import { useMoment } from '../../../platform/admin-layout/admin-words.ts'
import { Confirm } from '../../../platform/admin-layout/dialog.tsx'
import { adminPaths } from '../../../platform/admin-layout/paths.ts'
import { Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { refreshSummary } from '../../../platform/admin-layout/summary.ts'
import type { Answer } from '../../../platform/api/client/call.ts'
import { shownEmail } from '../../../platform/auth/shared/emails.ts'
import { Bar } from '../../../platform/content/admin/form/action-bar.tsx'
import { FormProblemRow, useFormProblem } from '../../../platform/content/admin/form/form-problem.tsx'
import { useClub } from '../../../platform/pages/club-words.ts'
import { notify } from '../../../platform/ui/notify.ts'
import type { Template } from '../shared/answer-templates.ts'
import type { MessageDetail } from '../shared/messages.ts'
import { ANSWER_FORM, AnswerForm } from './answer-form.tsx'
import { Answers } from './answers.tsx'
import { LinkedText } from './linked-text.tsx'
import { deliverySentence, sendingWords } from './message-words.ts'
import { useAnswer } from './use-answer.ts'

/** What is about to go out has gone a moment later. */
const LOOK_AGAIN_MS = 2000

const markMessage = (id: string, body: { read?: boolean; open?: boolean }) =>
  adminApi.put('/messages/:id', { params: { id }, body })

export async function clientLoader({ params }: LoaderFunctionArgs) {
  const [message, templates] = await Promise.all([
    adminApi.get('/messages/:id', { params: { id: params.id ?? '' } }),
    adminApi.get('/messages/templates'),
  ])
  // Without them one writes all the same.
  return { message, templates: templates.ok ? templates.value.templates : [] }
}

export default function MessageScreen() {
  const { message, templates } = useLoaderData<typeof clientLoader>()
  if (message.ok) return <Reading key={message.value._id} message={message.value} templates={templates} />
  return (
    <div className="screen">
      <Heading>Mensaje</Heading>
      <ProblemText problem={message.problem} />
    </div>
  )
}

/** The list as it was when one left it, or the whole list. */
function useWayBack(): string {
  const { from } = (useLocation().state ?? {}) as { from?: unknown }
  return typeof from === 'string' && from.startsWith(adminPaths.messages) ? from : adminPaths.messages
}

interface ReadingProps {
  message: MessageDetail
  templates: Template[]
}

function Reading({ message, templates }: ReadingProps) {
  const moment = useMoment()
  const club = useClub().identity
  const { _id, person, from, body, createdAt, delivery, answers, open } = message
  const sending = sendingWords(delivery)
  const back = useWayBack()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const { problem, reportProblem, reportFields, clearProblem } = useFormProblem()

  // Opening is reading. Not on the way of every loader: who only looks at the list has read nothing.
  useEffect(() => {
    if (message.readAt === null) void markMessage(_id, { read: true }).then(refreshSummary)
  }, [_id, message.readAt])

  const isOnItsWay = [delivery, ...answers.map(({ delivery }) => delivery)].some(
    (mail) => mail?.state === 'waiting' && mail.nextAttemptAt !== null,
  )
  useEffect(() => {
    if (!isOnItsWay) return
    const timer = setInterval(() => void revalidate(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isOnItsWay, revalidate])

  /** One thing at a time; a failure is told and stays. */
  async function act(work: () => Promise<Answer<unknown>>, again?: () => Promise<unknown>) {
    if (busy) return false
    setBusy(true)
    clearProblem()
    const result = await work()
    setBusy(false)
    if (result.ok) return true
    reportProblem(result.problem, again && { again: () => void again() })
    return false
  }

  const answer = useAnswer(message, { act, reportFields })

  async function leaveUnread() {
    if (!(await act(() => markMessage(_id, { read: false }), leaveUnread))) return
    void refreshSummary()
    notify({ title: 'Actualizado', text: 'Queda como no leído.' })
    void navigate(back)
  }

  async function setOpen(isOpen: boolean) {
    if (
      !(await act(
        () => markMessage(_id, { open: isOpen }),
        () => setOpen(isOpen),
      ))
    )
      return
    void refreshSummary()
    notify({ title: 'Actualizado', text: isOpen ? 'Queda sin responder.' : 'Queda como respondido.' })
    await revalidate()
  }

  async function resend() {
    if (await act(() => adminApi.post('/messages/:id/resend', { params: { id: _id } }), resend))
      notify({ title: 'Enviado', text: 'Va hacia el correo del club.' })
    await revalidate()
  }

  async function resendAnswer(answerId: string) {
    const work = () =>
      adminApi.post('/messages/:id/answers/:answer/resend', { params: { id: _id, answer: answerId } })
    if (await act(work, () => resendAnswer(answerId))) {
      void refreshSummary()
      notify({ title: 'Enviado', text: `Va hacia ${shownEmail(from)}.` })
    }
    await revalidate()
  }

  async function remove() {
    if (!(await act(() => adminApi.delete('/messages/:id', { params: { id: _id } })))) return
    await answer.drop()
    void refreshSummary()
    notify({ title: 'Borrado' })
    void navigate(back)
  }

  return (
    <div className="screen">
      <Heading
        lead={
          <span className="mono">
            <a className="text-link" href={`mailto:${encodeURIComponent(from).replace('%40', '@')}`}>
              {shownEmail(from)}
            </a>{' '}
            · {moment(createdAt)}
          </span>
        }
      >
        {person}
      </Heading>
      <p className="message-body">
        <LinkedText>{body}</LinkedText>
      </p>
      <Answers message={message} busy={busy} onResend={(id) => void resendAnswer(id)} />
      {answer.isWriting && <AnswerForm message={message} templates={templates} answer={answer} />}
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
      <div className="screen-actions">
        <button
          type="button"
          className="button"
          aria-disabled={busy || undefined}
          onClick={() => void setOpen(!open)}
        >
          {open ? 'Marcar como respondido' : 'Marcar sin responder'}
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={busy || undefined}
          onClick={() => void leaveUnread()}
        >
          Marcar no leído
        </button>
        <button type="button" className="button button-danger" onClick={() => setAsking(true)}>
          Borrar
        </button>
      </div>
      <Bar>
        {problem && !asking && (
          <FormProblemRow problem={problem} invalidCount={answer.invalidCount} label="Enviar" />
        )}
        {/* It comes and goes where something is told already. */}
        <p className="answer-handed" role="status">
          {answer.isWriting &&
            answer.isHandedOver &&
            'Cuando lo mandes, tocá «Ya lo mandé»: queda como respondido.'}
        </p>
        <Link className="button" to={back}>
          Volver
        </Link>
        {answer.isWriting && answer.isHandedOver && (
          <button
            type="button"
            className="button"
            aria-disabled={busy || undefined}
            onClick={() => void answer.noteSent()}
          >
            Ya lo mandé
          </button>
        )}
        {/* Two buttons: one that became the other while it is pressed would send at once. */}
        {answer.isWriting ? (
          <button
            key="send"
            type="submit"
            form={ANSWER_FORM}
            className="button button-strong"
            aria-disabled={busy || undefined}
          >
            {message.delivers ? 'Enviar respuesta' : 'Responder desde mi correo'}
          </button>
        ) : (
          <button key="begin" type="button" className="button button-strong" onClick={answer.begin}>
            Responder
          </button>
        )}
      </Bar>
      {asking && (
        <Confirm
          question={`¿Borrar el mensaje de ${person}?`}
          consequence={
            answers.length > 0
              ? 'Se borra para siempre, con lo que se le respondió: no pasa por la papelera.'
              : 'Se borra para siempre: no pasa por la papelera.'
          }
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
