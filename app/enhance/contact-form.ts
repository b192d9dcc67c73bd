/**
 * Sends the contact form without leaving the page; what was typed stays where it is, whatever the answer. Until this has
 * come, and where it does not, the form is posted as the plain form that it is. Its markup is site/contact/contact.tsx's.
 */
import { LONG_NOTICE_MS } from '../../contract/limits.ts'
import { CONTACT_FIELDS, SENT_WORDS, TRAP_FIELD } from '../../contract/messages/contact.ts'
import type { ProblemDetails } from '../../contract/problems.ts'
import { call } from '../client/call.ts'
import { missingIn, valuesOf } from '../ui/form-values.ts'
import { notify } from '../ui/notify.ts'
import type { Connect } from './elements.ts'

/** @returns null: it was sent */
async function send(form: FormData): Promise<ProblemDetails | null> {
  const message = valuesOf(form, CONTACT_FIELDS)
  const missing = missingIn(message)
  if (missing || form.get(TRAP_FIELD)) return missing
  const answer = await call('POST', '/mail/sendMail', { body: message })
  return answer.ok ? null : answer.problem
}

const paragraph = (className: string, text: string): HTMLElement =>
  Object.assign(document.createElement('p'), { className, textContent: text })

const fieldsOf = (form: HTMLFormElement) =>
  form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('.field [name]')

/** Marks and describes each faulty field, and says beside the button what was wrong; null: takes all of it away. */
function showProblem(form: HTMLFormElement, problem: ProblemDetails | null): void {
  for (const old of form.querySelectorAll('.form-done, .form-problem, .field-error')) old.remove()
  for (const field of fieldsOf(form)) {
    const message = problem?.errors?.find((error) => error.field === field.name)?.message
    field.toggleAttribute('aria-invalid', false)
    field.removeAttribute('aria-describedby')
    if (!message) continue
    const error = paragraph('field-error', message)
    error.id = `${field.id}-error`
    field.ariaInvalid = 'true'
    field.setAttribute('aria-describedby', error.id)
    field.after(error)
  }
  if (problem) form.querySelector('.form-end')?.append(paragraph('form-problem', problem.detail))
}

export const connectContactForm: Connect = (element, signal) => {
  const form = element.querySelector('form')
  const button = form?.querySelector('button')
  if (!form || !button) return
  let isSending = false
  const setSending = (sending: boolean) => {
    isSending = sending
    button.ariaDisabled = String(sending)
    button.textContent = sending ? 'Enviando' : 'Enviar'
  }
  const submit = async () => {
    setSending(true)
    const problem = await send(new FormData(form))
    setSending(false)
    showProblem(form, problem)
    if (!problem) {
      notify({ title: 'Enviado', text: SENT_WORDS, ms: LONG_NOTICE_MS })
      for (const field of fieldsOf(form)) field.value = ''
      return
    }
    notify({ title: 'Oops...', text: problem.detail })
    const invalidField = problem.errors?.[0]?.field
    if (invalidField) form.querySelector<HTMLElement>(`[name="${CSS.escape(invalidField)}"]`)?.focus()
  }
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      if (!isSending) submit()
    },
    { signal },
  )
  element.toggleAttribute('data-enhanced', true)
}
