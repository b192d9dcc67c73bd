/** State of the form that answers a message. */

import { useEffect, useRef, useState } from 'react'
import { type UseFormRegisterReturn, type UseFormReturn, useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { refreshSummary } from '../../../platform/admin-layout/summary.ts'
import { formatEmail } from '../../../platform/auth/shared/emails.ts'
import { IdempotencyKeys } from '../../../platform/forms/idempotency-keys.ts'
import { type PlainDraft, usePlainDraft } from '../../../platform/forms/unsaved-draft/use-draft.ts'
import type { RunAction } from '../../../platform/forms/use-action.ts'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { MESSAGE_MAX } from '../../../platform/shared/limits.ts'
import { isBlank, REQUIRED } from '../../../platform/shared/text/text.ts'
import { notify } from '../../../platform/ui/notify.ts'
import { messagePath } from '../shared/message-paths.ts'
import type { MessageDetail } from '../shared/messages.ts'
import { ANSWERS_TITLE } from './answers.tsx'
import { createReplyAddress } from './message-words.ts'

interface AnswerFormValues {
  text: string
}

const BLANK: AnswerFormValues = { text: '' }

interface ScreenAction {
  run: RunAction
  reportFields(fields: number, isMissing: boolean): void
}

export interface AnswerWriting {
  form: UseFormReturn<AnswerFormValues>
  field: UseFormRegisterReturn<'text'>
  draft: PlainDraft
  /** True when the form is shown. It is shown from the start when the message has no answer. */
  isWriting: boolean
  invalidCount: number
  begin(): void
  /** Deletes the unsaved draft. */
  drop(): Promise<void>
  submit(): Promise<void>
  /** True after the answer was opened in the mail program, until the administrator marks it as sent. */
  isHandedOver: boolean
  /** Marks the answer as sent. */
  noteSent(): Promise<void>
}

export function useAnswer(message: MessageDetail, { run, reportFields }: ScreenAction): AnswerWriting {
  const { _id, from, open, delivers, answers } = message
  const club = useClub().identity
  const { revalidate } = useRevalidator()
  const form = useForm({ defaultValues: BLANK })
  const draft = usePlainDraft(`${messagePath(_id)}#respuesta`, form, BLANK)
  const [isBegun, setBegun] = useState(false)
  const [isHandedOver, setHandedOver] = useState(false)
  const [keys] = useState(() => new IdempotencyKeys())
  const field = form.register('text', { validate: validateText })

  // After a lost response and a reload, the browser still has a draft of the answer that was sent. It is deleted.
  const last = answers.at(-1)?.text
  useEffect(() => {
    if (draft.restoredAt !== null && last && form.getValues('text').trim() === last) draft.startOver()
  }, [draft, last, form])

  // True when an answer was sent and nothing was typed since. The form then closes, so the focus moves to the heading of
  // the answers.
  const isSent = useRef(false)
  useEffect(() => {
    if (answers.length > 0 && isSent.current) document.getElementById(ANSWERS_TITLE)?.focus()
    isSent.current = false
  }, [answers.length])

  async function send(text: string): Promise<void> {
    const key = keys.keyFor(text)
    const way = delivers ? 'site' : 'own'
    // `call` sends the text of this submit. A retry (`again`) submits the form anew, with the text that it has by then.
    const call = () =>
      adminApi.post('/messages/:id/answers', { params: { id: _id }, body: { text, way }, key })
    const answer = await run(call, { again: () => submitWritten() })
    if (!answer?.ok) return
    keys.clear()
    setHandedOver(false)
    // Text that was typed during the request was not sent, so it stays in the form.
    const isTypedOn = form.getValues('text') !== text
    setBegun(isTypedOn)
    if (!isTypedOn) {
      form.reset(BLANK)
      await draft.drop()
    }
    void refreshSummary()
    notify(
      delivers
        ? { title: 'Enviado', text: `Va hacia ${formatEmail(from)}.` }
        : { title: 'Actualizado', text: 'Queda como respondido, con lo que escribiste.' },
    )
    isSent.current = !isTypedOn
    await revalidate()
  }

  const whenWritten = (send: (text: string) => unknown) =>
    form.handleSubmit(
      async ({ text }) => {
        await send(text)
      },
      ({ text }) => reportFields(1, text?.message === REQUIRED),
    )
  const submitWritten = whenWritten(send)

  /**
   * Opens the mail program. The site cannot know whether the administrator sends the answer there, so the administrator
   * marks it as sent.
   */
  const handOver = whenWritten((text) => {
    setHandedOver(true)
    location.assign(createReplyAddress(message, text, club.name))
  })

  return {
    form,
    field,
    draft,
    isWriting: open || isBegun || draft.restoredAt !== null,
    invalidCount: Object.keys(form.formState.errors).length,
    begin: () => setBegun(true),
    drop: draft.drop,
    submit: delivers ? submitWritten : handOver,
    isHandedOver,
    noteSent: submitWritten,
  }
}

/** Validates the text by the same rule as the API. @returns the Spanish message, or true when the text is valid */
function validateText(text: string): true | string {
  if (isBlank(text)) return REQUIRED
  return text.trim().length <= MESSAGE_MAX || `Puede tener hasta ${MESSAGE_MAX} caracteres.`
}
