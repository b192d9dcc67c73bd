import { Button } from '../../../platform/admin-layout/button.tsx'
import { Copy } from '../../../platform/admin-layout/share-actions.tsx'
import { formatEmail } from '../../../platform/auth/shared/emails.ts'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import type { MessageDetail } from '../shared/messages.ts'
import { createReplyAddress, describeAnswer, describeAnswerDelivery } from './message-words.ts'
import { LinkedText } from './text-links.tsx'

/** The id of the heading of the answers. The heading takes the focus after an answer is sent. */
export const ANSWERS_TITLE = 'respuestas'

interface AnswersProps {
  message: MessageDetail
  busy: boolean
  onResend(id: string): void
}

/** The answers to a message, with their authors and the delivery of their mails. */
export function Answers({ message, busy, onResend }: AnswersProps) {
  const { name: club, timeZone } = useClub().identity
  if (message.answers.length === 0) return null
  return (
    <section className="answers" aria-labelledby={ANSWERS_TITLE}>
      <h2 id={ANSWERS_TITLE} tabIndex={-1}>
        {message.answers.length === 1 ? 'Respuesta' : 'Respuestas'}
      </h2>
      <ol className="answer-list">
        {message.answers.map(({ _id, text, delivery, ...answered }) => {
          const isStuck = delivery?.state === 'failing' || delivery?.state === 'failed'
          return (
            <li key={_id} className="answer" data-state={delivery?.state}>
              <p className="answer-who mono">{describeAnswer(answered, timeZone)}.</p>
              {text !== '' && (
                <p className="answer-text">
                  <LinkedText>{text}</LinkedText>
                </p>
              )}
              {delivery && (
                <p className="answer-delivery" {...liveRegion}>
                  {describeAnswerDelivery(delivery, formatEmail(message.from), timeZone)}
                </p>
              )}
              {delivery?.reason && <p className="message-reason mono">{delivery.reason}</p>}
              {isStuck && (
                <Button isDisabled={busy} onClick={() => onResend(_id)}>
                  Probar ahora
                </Button>
              )}
              {answered.way === 'own' && (
                <div className="screen-actions">
                  <a className="button" href={createReplyAddress(message, text, club)}>
                    Abrir en mi correo
                  </a>
                  <Copy text={text} label="Copiar" />
                </div>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
