import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { formatEmail } from '../../../platform/auth/shared/emails.ts'
import { TextField } from '../../../platform/forms/text-field.tsx'
import { PlainDraftNote } from '../../../platform/forms/unsaved-draft/draft-notes.tsx'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { MESSAGE_MAX } from '../../../platform/shared/limits.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { ANSWER_TEMPLATES_PATH } from '../shared/message-paths.ts'
import type { MessageDetail, Template } from '../shared/messages.ts'
import { fillTemplate } from './message-words.ts'
import type { AnswerWriting } from './use-answer.ts'

/** The id of the form. The button in the action bar of the screen refers to it. */
export const ANSWER_FORM = 'respuesta'

interface AnswerFormProps {
  message: MessageDetail
  templates: Template[]
  answer: AnswerWriting
}

export function AnswerForm({ message, templates, answer }: AnswerFormProps) {
  const { form, draft, submit } = answer
  const { ref, ...field } = answer.field
  const { name: club } = useClub().identity
  const area = useRef<HTMLTextAreaElement>(null)
  const [said, setSaid] = useState('')
  /** The text of the last inserted template. Empty once the administrator has edited it. */
  const untouched = useRef('')
  const text = form.watch('text')
  const { open } = message

  // The text field takes the focus after a click on "Responder". A form that is open from the start does not take it.
  const [isAskedFor] = useState(!open && draft.restoredAt === null)
  useEffect(() => {
    if (isAskedFor) area.current?.focus()
  }, [isAskedFor])

  /** Inserts a template at the caret, as a new paragraph. The text typed so far stays. */
  function put(template: Template) {
    const words = fillTemplate(template.text, { nombre: message.person, club })
    const now = form.getValues('text')
    const isFree = now.trim() === '' || now === untouched.current
    const { selectionStart: from = now.length, selectionEnd: to = now.length } = area.current ?? {}
    const before = now.slice(0, from).trimEnd()
    const next = isFree ? words : `${before}${before && '\n\n'}${words}${now.slice(to)}`
    untouched.current = isFree ? words : ''
    form.setValue('text', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    setSaid(`Quedó el texto de «${template.name}». Revisalo antes de enviarlo.`)
  }

  function sendByKeys(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void submit()
  }

  return (
    <form
      id={ANSWER_FORM}
      noValidate
      className="answer-form"
      aria-label="Respuesta"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <fieldset className="answer-templates">
        <legend className="unseen">Empezar desde</legend>
        {templates.map((template, index) => (
          <Button
            // biome-ignore lint/suspicious/noArrayIndexKey: two templates may have the same name, and the list does not change here
            key={index}
            onClick={() => put(template)}
          >
            {template.name}
          </Button>
        ))}
        <Link className="button" to={ANSWER_TEMPLATES_PATH}>
          {templates.length > 0 ? 'Editar respuestas' : 'Guardar respuestas para la próxima'}
        </Link>
      </fieldset>
      <p className="unseen" {...liveRegion}>
        {said}
      </p>
      <TextField
        {...field}
        label="Tu respuesta"
        max={MESSAGE_MAX}
        rows={8}
        value={text}
        hint={createHint(message)}
        error={form.formState.errors.text?.message}
        ref={(element) => {
          ref(element)
          area.current = element
        }}
        onKeyDown={sendByKeys}
      />
      <PlainDraftNote draft={draft} />
    </form>
  )
}

function createHint({ from, replyTo, delivers }: MessageDetail): string {
  const to = formatEmail(from)
  const replies =
    replyTo.length > 0
      ? `Si contesta, le llega a ${replyTo.map(formatEmail).join(', ')}.`
      : 'Si contesta, le llega a la dirección desde la que manda el sitio: la tuya tiene letras que los mails no aceptan ahí.'
  return delivers
    ? `Sale por mail hacia ${to}, con su mensaje abajo. ${replies}`
    : `El sitio no manda mails: se abre tu programa de correo con lo que escribas, para ${to}.`
}
