/**
 * Sends the contact form without leaving the page. Typed text stays in the form after an error. Without this script the
 * browser posts the form itself. features/messages/public/contact.tsx renders the form.
 */

import { call } from '../../../../platform/api/client/call.ts'
import type { ProblemDetails } from '../../../../platform/api/shared/problems.ts'
import { LONG_NOTICE_MS } from '../../../../platform/shared/limits.ts'
import type { Connect } from '../../../../platform/site-layout/browser/custom-elements.ts'
import { chooseLanguage } from '../../../../platform/ui/choose-language.ts'
import { findMissing, readValues } from '../../../../platform/ui/form-values.ts'
import { notify } from '../../../../platform/ui/notify.ts'
import {
  CONTACT_FIELDS,
  SENT_WORDS,
  SENT_WORDS_IN_ENGLISH,
  TRAP_FIELD,
} from '../../shared/contact-message.ts'

/** @returns null when the message was sent */
async function send(form: FormData): Promise<ProblemDetails | null> {
  const message = readValues(form, CONTACT_FIELDS)
  const missing = findMissing(message)
  if (missing || form.get(TRAP_FIELD)) return missing
  const answer = await call('POST', '/mail/sendMail', { body: message })
  return answer.ok ? null : answer.problem
}

type Words = Record<string, string>

function inLanguage(problem: ProblemDetails | null, words: Words): ProblemDetails | null {
  if (!problem) return null
  const say = (said: string) => words[said] ?? said
  const errors = problem.errors?.map(({ field, message }) => ({ field, message: say(message) })) ?? []
  return { ...problem, detail: say(problem.detail), errors }
}

const paragraph = (className: string, text: string): HTMLElement =>
  Object.assign(document.createElement('p'), { className, textContent: text })

const getFields = (form: HTMLFormElement) =>
  form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('.field [name]')

/** Marks each invalid field, and shows the problem beside the button. null removes marks and problem. */
function showProblem(form: HTMLFormElement, problem: ProblemDetails | null): void {
  for (const old of form.querySelectorAll('.form-done, .form-problem, .field-error')) old.remove()
  for (const field of getFields(form)) {
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
  /** Translations of the Spanish messages of the API into the language of the page. */
  const words: Words = JSON.parse(element.dataset.words ?? '{}')
  let isSending = false
  const setSending = (sending: boolean) => {
    isSending = sending
    button.ariaDisabled = String(sending)
    button.textContent = sending ? chooseLanguage('Enviando', 'Sending') : chooseLanguage('Enviar', 'Send')
  }
  const submit = async () => {
    setSending(true)
    const problem = inLanguage(await send(new FormData(form)), words)
    setSending(false)
    showProblem(form, problem)
    if (!problem) {
      notify({
        title: chooseLanguage('Enviado', 'Sent') as 'Enviado' | 'Sent',
        text: chooseLanguage(SENT_WORDS, SENT_WORDS_IN_ENGLISH),
        ms: LONG_NOTICE_MS,
      })
      for (const field of getFields(form)) field.value = ''
      return
    }
    notify({ title: 'Oops...', text: problem.detail, ms: LONG_NOTICE_MS })
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
