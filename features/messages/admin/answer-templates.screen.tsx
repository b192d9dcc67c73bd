import './messages.css'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useFieldArray, useForm } from 'react-hook-form'
import { Link, useLoaderData, useNavigate } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { ActionBar } from '../../../platform/forms/action-bar.tsx'
import { FormProblemRow } from '../../../platform/forms/form-problem.tsx'
import { LineField, TextField } from '../../../platform/forms/text-field.tsx'
import { PlainDraftNote } from '../../../platform/forms/unsaved-draft/draft-notes.tsx'
import { usePlainDraft } from '../../../platform/forms/unsaved-draft/use-draft.ts'
import { usePlainForm } from '../../../platform/forms/use-plain-form.ts'
import { isBlank, REQUIRED } from '../../../platform/shared/text/text.ts'
import { notify } from '../../../platform/ui/notify.ts'
import { TEMPLATE_MAX, TEMPLATE_NAME_MAX, TEMPLATES_MAX } from '../shared/message-limits.ts'
import { ANSWER_TEMPLATES_PATH, MESSAGES_PATH } from '../shared/message-paths.ts'
import type { Template, Templates } from '../shared/messages.ts'

export const clientLoader = () => adminApi.get('/messages/templates')

/** Screen that edits the templates of answers: texts with which the team starts an answer. */
export default function TemplatesScreen() {
  const answer = useLoaderData<typeof clientLoader>()
  return (
    <div className="screen">
      <Heading lead="Textos para empezar una respuesta. Donde escribas {nombre} va el de quien escribió, y donde escribas {club}, el del club.">
        Respuestas guardadas
      </Heading>
      {answer.ok ? (
        <TemplatesForm stored={answer.value} etag={answer.etag} />
      ) : (
        <ProblemText problem={answer.problem} />
      )}
    </div>
  )
}

const ONE_MORE: Template = { name: '', text: '' }

const required = (text: string): true | string => !isBlank(text) || REQUIRED

interface StoredTemplates {
  stored: Templates
  etag: string | null
}

interface RemovedTemplate {
  template: Template
  index: number
}

function TemplatesForm({ stored, etag }: StoredTemplates) {
  const navigate = useNavigate()
  const [initial] = useState(stored)
  const form = useForm<Templates>({ defaultValues: initial })
  const { fields, append, insert, remove } = useFieldArray({ control: form.control, name: 'templates' })
  const [removed, setRemoved] = useState<RemovedTemplate | null>(null)
  const draft = usePlainDraft(ANSWER_TEMPLATES_PATH, form, initial)
  const { state, send } = usePlainForm(form)
  const errors = form.formState.errors.templates ?? []
  const invalidCount = [...(Array.isArray(errors) ? errors : [])].filter(Boolean).length

  function startOver() {
    setRemoved(null)
    draft.startOver()
  }

  function takeAway(index: number) {
    setRemoved({ template: form.getValues(`templates.${index}`), index })
    remove(index)
  }

  const submit = form.handleSubmit(async ({ templates }) => {
    const body = { templates }
    if ((await send(() => adminApi.put('/messages/templates', { body, etag }))) === null) return
    await draft.drop()
    notify({ title: 'Actualizado' })
    void navigate(MESSAGES_PATH)
  })

  return (
    <form noValidate className="item-form" onSubmit={submit}>
      {fields.length === 0 && <p className="empty">No hay ninguna. Escribí la primera.</p>}
      <ol className="template-list">
        {fields.map(({ id }, index) => (
          <li key={id}>
            <TemplateFields form={form} index={index} onTakeAway={() => takeAway(index)} />
          </li>
        ))}
      </ol>
      <AddTemplate count={fields.length} onAdd={() => append(ONE_MORE)} />
      <PlainDraftNote draft={{ ...draft, startOver }} />
      <ActionBar
        label="Guardar cambios"
        progress={state.isSending ? { sent: null } : null}
        rows={
          <>
            {state.problem && (
              <FormProblemRow problem={state.problem} invalidCount={invalidCount} label="Guardar cambios" />
            )}
            {removed && (
              <RemovedRow
                template={removed.template}
                onUndo={() => {
                  insert(removed.index, removed.template)
                  setRemoved(null)
                }}
              />
            )}
          </>
        }
      >
        <Link className="button" to={MESSAGES_PATH}>
          Volver a Mensajes
        </Link>
      </ActionBar>
    </form>
  )
}

interface TemplateFieldsProps {
  form: UseFormReturn<Templates>
  index: number
  onTakeAway(): void
}

function TemplateFields({ form, index, onTakeAway }: TemplateFieldsProps) {
  const name = form.watch(`templates.${index}.name`)
  const errors = form.formState.errors.templates?.[index]
  return (
    <fieldset className="template">
      <legend className="unseen">{name || `Respuesta ${index + 1}`}</legend>
      <LineField
        label="Nombre"
        hint="El del botón con el que se elige."
        maxLength={TEMPLATE_NAME_MAX}
        error={errors?.name?.message}
        {...form.register(`templates.${index}.name`, { validate: required })}
      />
      <TextField
        {...form.register(`templates.${index}.text`, { validate: required })}
        label="Texto"
        max={TEMPLATE_MAX}
        rows={8}
        value={form.watch(`templates.${index}.text`)}
        error={errors?.text?.message}
      />
      <Button onClick={onTakeAway}>
        Quitar<span className="unseen"> {name || `la respuesta ${index + 1}`}</span>
      </Button>
    </fieldset>
  )
}

function AddTemplate({ count, onAdd }: { count: number; onAdd(): void }) {
  const isFull = count >= TEMPLATES_MAX
  return (
    <div className="screen-actions">
      <Button
        isDisabled={isFull}
        onClick={() => {
          if (!isFull) onAdd()
        }}
      >
        + Respuesta
      </Button>
      {isFull && <p className="entry-hint">Son {TEMPLATES_MAX}: para sumar una, quitá otra.</p>}
    </div>
  )
}

function RemovedRow({ template, onUndo }: { template: Template; onUndo(): void }) {
  const undo = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each removed template moves the focus again
  useEffect(() => undo.current?.focus({ preventScroll: true }), [template])
  return (
    <div className="bar-row">
      <p>Quitaste «{template.name || 'una respuesta'}».</p>
      <Button ref={undo} onClick={onUndo}>
        Deshacer
      </Button>
    </div>
  )
}
