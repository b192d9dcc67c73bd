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
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { useMoment } from '../../../platform/admin-layout/admin-words.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { ConfirmAction } from '../../../platform/admin-layout/dialog.tsx'

import { Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { refreshSummary } from '../../../platform/admin-layout/summary.ts'
import { formatEmail } from '../../../platform/auth/shared/emails.ts'
import { Bar } from '../../../platform/forms/action-bar.tsx'
import { FormProblemRow } from '../../../platform/forms/form-problem.tsx'
import { type RunAction, useAction } from '../../../platform/forms/use-action.ts'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { notify } from '../../../platform/ui/notify.ts'
import { MESSAGES_PATH } from '../shared/message-paths.ts'
import type { MessageDetail, Template } from '../shared/messages.ts'
import { ANSWER_FORM, AnswerForm } from './answer-form.tsx'
import { Answers } from './answers.tsx'
import { describeDelivery, getSendLabel } from './message-words.ts'
import { LinkedText } from './text-links.tsx'
import { type AnswerWriting, useAnswer } from './use-answer.ts'

/** Interval at which the screen reloads the message while a mail is being sent. */
const POLL_MS = 2000

const markMessage = (id: string, body: { read?: boolean; open?: boolean }) =>
  adminApi.put('/messages/:id', { params: { id }, body })

export async function clientLoader({ params }: LoaderFunctionArgs) {
  const [message, templates] = await Promise.all([
    adminApi.get('/messages/:id', { params: { id: params.id ?? '' } }),
    adminApi.get('/messages/templates'),
  ])
  // Failing to load the templates is not an error of the screen, because an answer can be written without them.
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

/** Returns the address of the list from which the message was opened. */
function useWayBack(): string {
  const { from } = (useLocation().state ?? {}) as { from?: unknown }
  return typeof from === 'string' && from.startsWith(MESSAGES_PATH) ? from : MESSAGES_PATH
}

interface ReadingProps {
  message: MessageDetail
  templates: Template[]
}

function Reading({ message, templates }: ReadingProps) {
  const moment = useMoment()
  const { person, from, body, createdAt, answers } = message
  const back = useWayBack()
  const navigate = useNavigate()
  const [isRemoving, setRemoving] = useState(false)
  useReadMark(message)
  useDeliveryPolling(message)
  const { busy, problem, run, reportFields, clearProblem } = useAction()
  const answer = useAnswer(message, { run, reportFields })
  const actions = useMessageActions(message, back, run)

  return (
    <div className="screen">
      <Heading
        lead={
          <span className="mono">
            <a className="text-link" href={`mailto:${encodeURIComponent(from).replace('%40', '@')}`}>
              {formatEmail(from)}
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
      <Answers message={message} busy={busy} onResend={(id) => void actions.resendAnswer(id)} />
      {answer.isWriting && <AnswerForm message={message} templates={templates} answer={answer} />}
      <MailDelivery message={message} busy={busy} onResend={() => void actions.resend()} />
      <MarkButtons
        isOpen={message.open}
        busy={busy}
        onOpen={(isOpen) => void actions.setOpen(isOpen)}
        onUnread={() => void actions.markUnread()}
        onRemove={() => {
          clearProblem()
          setRemoving(true)
        }}
      />
      <Bar>
        {problem && <FormProblemRow problem={problem} invalidCount={answer.invalidCount} label="Enviar" />}
        <AnswerButtons answer={answer} delivers={message.delivers} busy={busy} back={back} />
      </Bar>
      {isRemoving && (
        <ConfirmAction
          question={
            <>
              ¿Borrar el mensaje de <bdi>{person}</bdi>?
            </>
          }
          consequence={
            answers.length > 0
              ? 'Se borra para siempre, con lo que se le respondió: no pasa por la papelera.'
              : 'Se borra para siempre: no pasa por la papelera.'
          }
          confirmLabel="Borrar"
          call={() => adminApi.delete('/messages/:id', { params: { id: message._id } })}
          notice={{ title: 'Borrado' }}
          onDone={async () => {
            await answer.drop()
            void refreshSummary()
            void navigate(back)
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  )
}

/** Marks the message as read when it is opened. */
function useReadMark({ _id, readAt }: MessageDetail): void {
  useEffect(() => {
    if (readAt === null) void markMessage(_id, { read: true }).then(refreshSummary)
  }, [_id, readAt])
}

/** Reloads the message until its mails are sent. */
function useDeliveryPolling({ delivery, answers }: MessageDetail): void {
  const { revalidate } = useRevalidator()
  const isSending = [delivery, ...answers.map(({ delivery }) => delivery)].some(
    (mail) => mail?.state === 'waiting' && mail.nextAttemptAt !== null,
  )
  useEffect(() => {
    if (!isSending) return
    const timer = setInterval(() => void revalidate(), POLL_MS)
    return () => clearInterval(timer)
  }, [isSending, revalidate])
}

function useMessageActions({ _id, from }: MessageDetail, back: string, run: RunAction) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  async function markUnread() {
    const answer = await run(() => markMessage(_id, { read: false }), { again: markUnread })
    if (!answer?.ok) return
    void refreshSummary()
    notify({ title: 'Actualizado', text: 'Queda como no leído.' })
    void navigate(back)
  }

  async function setOpen(isOpen: boolean) {
    const answer = await run(() => markMessage(_id, { open: isOpen }), { again: () => setOpen(isOpen) })
    if (!answer?.ok) return
    void refreshSummary()
    notify({ title: 'Actualizado', text: isOpen ? 'Queda sin responder.' : 'Queda como respondido.' })
    await revalidate()
  }

  async function resend() {
    const answer = await run(() => adminApi.post('/messages/:id/resend', { params: { id: _id } }), {
      again: resend,
    })
    if (answer?.ok) notify({ title: 'Enviado', text: 'Va hacia el correo del club.' })
    await revalidate()
  }

  async function resendAnswer(answerId: string) {
    const params = { id: _id, answer: answerId }
    const answer = await run(() => adminApi.post('/messages/:id/answers/:answer/resend', { params }), {
      again: () => resendAnswer(answerId),
    })
    if (answer?.ok) {
      void refreshSummary()
      notify({ title: 'Enviado', text: `Va hacia ${formatEmail(from)}.` })
    }
    await revalidate()
  }

  return { markUnread, setOpen, resend, resendAnswer }
}

interface MailDeliveryProps {
  message: MessageDetail
  busy: boolean
  onResend(): void
}

/** The delivery of the message to the club's own mailbox. */
function MailDelivery({ message: { delivery }, busy, onResend }: MailDeliveryProps) {
  const { timeZone } = useClub().identity
  const sending = getSendLabel(delivery)
  return (
    <section className="message-delivery" aria-label="Entrega" data-state={delivery.state}>
      <p {...liveRegion}>{describeDelivery(delivery, timeZone)}</p>
      {delivery.reason && <p className="message-reason mono">{delivery.reason}</p>}
      {sending && (
        <Button isDisabled={busy} onClick={onResend}>
          {sending}
        </Button>
      )}
    </section>
  )
}

interface MarkButtonsProps {
  isOpen: boolean
  busy: boolean
  onOpen(isOpen: boolean): void
  onUnread(): void
  onRemove(): void
}

function MarkButtons({ isOpen, busy, onOpen, onUnread, onRemove }: MarkButtonsProps) {
  return (
    <div className="screen-actions">
      <Button isDisabled={busy} onClick={() => onOpen(!isOpen)}>
        {isOpen ? 'Marcar como respondido' : 'Marcar sin responder'}
      </Button>
      <Button isDisabled={busy} onClick={onUnread}>
        Marcar no leído
      </Button>
      <Button kind="danger" onClick={onRemove}>
        Borrar
      </Button>
    </div>
  )
}

interface AnswerButtonsProps {
  answer: AnswerWriting
  delivers: boolean
  busy: boolean
  back: string
}

/** Buttons of the action bar: the link back to the list, and the buttons of the answer. */
function AnswerButtons({ answer, delivers, busy, back }: AnswerButtonsProps) {
  const isHandedOver = answer.isWriting && answer.isHandedOver
  return (
    <>
      {/* Rendered even when empty, because screen readers announce only changes of an existing status. */}
      <p className="answer-handed" {...liveRegion}>
        {isHandedOver && 'Cuando lo mandes, tocá «Ya lo mandé»: queda como respondido.'}
      </p>
      <Link className="button" to={back}>
        Volver a Mensajes
      </Link>
      {isHandedOver && (
        <Button isDisabled={busy} onClick={() => void answer.noteSent()}>
          Ya lo mandé
        </Button>
      )}
      {/* The keys keep two buttons apart. A single button that became type="submit" during its click would send the form. */}
      {answer.isWriting ? (
        <Button key="send" type="submit" form={ANSWER_FORM} kind="strong" isDisabled={busy}>
          {delivers ? 'Enviar respuesta' : 'Responder desde mi correo'}
        </Button>
      ) : (
        <Button key="begin" kind="strong" onClick={answer.begin}>
          Responder
        </Button>
      )}
    </>
  )
}
