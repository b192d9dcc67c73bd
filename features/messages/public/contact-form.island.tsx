/** The contact form. Without JavaScript, and until React handles it, the browser posts it (contact.tsx). */
import { type ReactNode, useState } from 'react'
import { call } from '../../../platform/api/client/call.ts'
import type { ProblemDetails } from '../../../platform/api/shared/problem-details.ts'
import { EMAIL_MAX, LONG_NOTICE_MS, MESSAGE_MAX, SHORT_TEXT_MAX } from '../../../platform/shared/limits.ts'
import {
  Field,
  FormFooter,
  InvalidFields,
  useFormSubmit,
} from '../../../platform/site-layout/components/form.tsx'
import { island } from '../../../platform/site-layout/islands/island.tsx'
import { translateWith } from '../../../platform/site-layout/translate-problem.ts'
import { findMissing, readValues } from '../../../platform/ui/form-values.ts'
import { type NoticeTitle, notify } from '../../../platform/ui/notify.ts'
import { CONTACT_FIELDS, type ContactMessage, TRAP_FIELD } from '../shared/contact-message.ts'

/** A form that was posted without JavaScript and refused. */
export interface Posted {
  problem: ProblemDetails
  message: ContactMessage
}

interface Props {
  action: string
  words: Record<'person' | 'email' | 'message' | 'leaveEmpty' | 'send' | 'sending' | 'thanks', string> & {
    sent: NoticeTitle
  }
  /** Translations of the Spanish texts of the API. Absent on Spanish pages */
  translations?: Readonly<Record<string, string>> | undefined
  posted?: Posted | undefined
  /** True when the form was posted without JavaScript and accepted. */
  wasSent: boolean
  /** What happens with the data, below the button. */
  note: ReactNode
}

export const ContactForm = island('contact-form', 'interaction', (props: Props) => {
  const { action, words, translations = {}, posted, note } = props
  /** Number of messages sent from this page. The fields are new, and empty, after each. */
  const [sentCount, setSentCount] = useState(0)
  const [wasSubmitted, setSubmitted] = useState(false)
  const submit = async (form: FormData) => {
    setSubmitted(true)
    const problem = await send(form)
    if (problem) return translateWith(translations, problem)
    setSentCount(sentCount + 1)
    notify({ title: words.sent, text: words.thanks, ms: LONG_NOTICE_MS })
    return null
  }
  const { problem, sending, form } = useFormSubmit(submit, {
    posted: posted?.problem,
    noticeMs: LONG_NOTICE_MS,
  })
  return (
    <form className="form" {...form} action={action}>
      {!wasSubmitted && <PostedNotice {...props} />}
      <Fields
        key={sentCount}
        words={words}
        problem={problem}
        typed={sentCount === 0 ? posted?.message : undefined}
      />
      {/* Stays when the notice of the same words has left (WCAG 2.2.1). Screen readers announce the notice. */}
      {sentCount > 0 && !problem && <Sent words={words} />}
      <FormFooter problem={problem} sending={sending} isPlain>
        {sending ? words.sending : words.send}
      </FormFooter>
      {note}
    </form>
  )
})

/** @returns null when the message was sent */
async function send(form: FormData): Promise<ProblemDetails | null> {
  const message = readValues(form, CONTACT_FIELDS)
  const missing = findMissing(message)
  if (missing || form.get(TRAP_FIELD)) return missing
  const answer = await call('POST', '/mail/sendMail', { body: message })
  return answer.ok ? null : answer.problem
}

/** After a post without JavaScript the notice is part of the page, and stays, because no script can remove it. */
function PostedNotice({ posted, wasSent, words }: Props) {
  if (posted)
    return (
      <p className="form-done" role="alert">
        <strong>Oops...</strong> {posted.problem.detail}
        <InvalidFields
          problem={posted.problem}
          labels={{ person: words.person, from: words.email, body: words.message }}
        />
      </p>
    )
  return wasSent && <Sent words={words} role="status" />
}

const Sent = ({ words, role }: Pick<Props, 'words'> & { role?: 'status' }) => (
  <p className="form-done" role={role}>
    <strong>{words.sent}</strong> {words.thanks}
  </p>
)

interface FieldsProps extends Pick<Props, 'words'> {
  problem: ProblemDetails | null
  typed: ContactMessage | undefined
}

const Fields = ({ words, problem, typed }: FieldsProps) => (
  <>
    <Field
      id="contact-person"
      name="person"
      label={words.person}
      autoComplete="name"
      maxLength={SHORT_TEXT_MAX}
      problem={problem}
      initial={typed?.person}
    />
    <Field
      id="contact-from"
      name="from"
      label={words.email}
      type="email"
      autoComplete="email"
      maxLength={EMAIL_MAX}
      problem={problem}
      initial={typed?.from}
    />
    <Field
      id="contact-body"
      name="body"
      label={words.message}
      lines={6}
      maxLength={MESSAGE_MAX}
      problem={problem}
      initial={typed?.body}
    />
    <p className="form-trap">
      <label htmlFor={TRAP_FIELD}>{words.leaveEmpty}</label>
      <input id={TRAP_FIELD} name={TRAP_FIELD} autoComplete="off" tabIndex={-1} />
    </p>
  </>
)
