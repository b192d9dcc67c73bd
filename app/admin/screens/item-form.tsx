import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { type FieldErrors, FormProvider, useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import type { z } from 'zod'
import type { Declaration } from '../../../contract/fields.ts'
import { MISSING_FIELDS, type ProblemDetails, problems, REQUIRED } from '../../../contract/problems.ts'
import type { AnyEntity, ResourceName } from '../../../contract/resources.ts'
import { createSchema, updateSchema } from '../../../contract/schemas.ts'
import { type Answer, api, type Sending } from '../../api.ts'
import { notify } from '../../ui/notices.tsx'
import type { Draft } from '../drafts.ts'
import { asAdministrator } from '../session-end.ts'
import { ActionBar } from './action-bar.tsx'
import { Conflict } from './conflict.tsx'
import { ItemField } from './item-field.tsx'
import { useDraft } from './use-draft.ts'
import { useSending } from './use-sending.ts'
import {
  altFieldOf,
  altOf,
  bodyToCreate,
  bodyToUpdate,
  emptyValues,
  flat,
  type ItemValues,
  namesThatDiffer,
  valuesOf,
} from './values.ts'

/** An item as it was read, with its edit counter. */
export interface Version {
  item: AnyEntity
  etag: string | null
}

interface ItemFormProps {
  declaration: Declaration & { name: ResourceName }
  /** The address of the form, under which its draft is kept. */
  path: string
  draft: Draft<ItemValues> | null
  /** null: a new item. */
  version: Version | null
}

/** One form for new and edit (specification §4): a new item needs every field, an edit keeps what is left blank. */
export function ItemForm({ declaration, path, draft, version }: ItemFormProps) {
  const navigate = useNavigate()
  const isNew = version === null
  const [read, setRead] = useState(version)
  // What changes are reckoned against, and the counter that says whether somebody saved since. A draft brings its own.
  const [origin, setOrigin] = useState<Omit<Draft<ItemValues>, 'values'>>(() =>
    draft
      ? { base: draft.base, etag: draft.etag }
      : {
          base: version ? valuesOf(declaration, version.item) : emptyValues(declaration),
          etag: version?.etag ?? null,
        },
  )
  const [isRestored, setRestored] = useState(draft !== null)
  const [problem, setProblem] = useState<ProblemDetails | null>(null)
  /** What somebody else saved while this was being edited: not looked at yet, or laid beside. */
  const [conflict, setConflict] = useState<'unseen' | { names: string[]; theirs: ItemValues } | null>(null)
  const pending = useRef(new Map<string, Promise<boolean>>()).current
  const { progress, send, cancel } = useSending()

  const form = useForm<ItemValues>({
    defaultValues: draft?.values ?? origin.base,
    // The schema is built from a declaration, so its type cannot name the fields; what it takes and gives is this.
    resolver: zodResolver(
      (isNew ? createSchema : updateSchema)(declaration) as unknown as z.ZodType<ItemValues, ItemValues>,
    ),
  })
  const drop = useDraft(path, form, origin)

  function refuse(refusal: ProblemDetails) {
    setProblem(refusal)
    notify({ title: 'Oops...', text: refusal.detail, ms: declaration.noticeMs })
  }

  function refuseFields(errors: FieldErrors<ItemValues>) {
    const isMissing = Object.values(errors).some((error) => error?.message === REQUIRED)
    const { title, status, detail } = problems[isMissing ? 'missing-fields' : 'invalid-fields']
    refuse({ type: '', title, status, detail: isMissing ? MISSING_FIELDS : detail })
  }

  function take(answer: Answer<AnyEntity> | null) {
    if (answer === null) return
    if (answer.ok) {
      void drop()
      notify({ title: isNew ? 'Creado' : 'Actualizado', ms: declaration.noticeMs })
      void navigate(declaration.admin.menu)
      return
    }
    if (answer.problem.status === 412) setConflict('unseen')
    refuse(answer.problem)
    const known = (answer.problem.errors ?? []).filter(({ field }) => field in flat(form.getValues()))
    known.forEach(({ field, message }, index) => {
      form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 })
    })
  }

  const call = (checked: ItemValues, etag: string | null, sending: Sending) => {
    if (version === null) return api.create(declaration.name, bodyToCreate(checked), sending)
    const body = bodyToUpdate(checked, namesThatDiffer(form.getValues(), origin.base))
    return api.update(declaration.name, version.item._id, body, { ...sending, etag })
  }

  async function submit(etag: string | null) {
    if (progress !== null) return
    setProblem(null)
    const areThere = await Promise.all(pending.values())
    // Its field says why.
    if (areThere.includes(false)) return
    await form.handleSubmit(async (checked) => {
      take(await send(JSON.stringify(checked), (sending) => asAdministrator(call(checked, etag, sending))))
    }, refuseFields)()
  }

  /** Reads what somebody else saved: it fills the fields left alone here, and stands beside those that both changed. */
  async function seeTheirs() {
    if (version === null) return
    const answer = await asAdministrator(api.one(declaration.name, version.item._id))
    if (!answer.ok) {
      refuse(answer.problem)
      return
    }
    const theirs = valuesOf(declaration, answer.value)
    const changedByThem = [
      ...namesThatDiffer(theirs, origin.base),
      // A picture's field is blank in a form, so that it was replaced shows in its address only.
      ...Object.keys(declaration.fields).filter(
        (name) => declaration.fields[name]?.kind === 'image' && answer.value[name] !== read?.item[name],
      ),
    ]
    const mine = form.getValues()
    const changedByMe = namesThatDiffer(mine, origin.base)
    for (const name of changedByThem.filter((name) => !changedByMe.includes(name))) takeTheirs(name, theirs)
    setRead({ item: answer.value, etag: answer.etag })
    setOrigin({ base: theirs, etag: answer.etag })
    setProblem(null)
    setConflict({ names: changedByThem.filter((name) => changedByMe.includes(name)), theirs })
  }

  function takeTheirs(name: string, theirs: ItemValues) {
    const field = altFieldOf(name)
    if (field === null) form.setValue(name, flat(theirs)[name] ?? '')
    else form.setValue('alt', { ...altOf(form.getValues()), [field]: altOf(theirs)[field] ?? null })
  }

  function startOver() {
    void drop()
    const base = read ? valuesOf(declaration, read.item) : emptyValues(declaration)
    setOrigin({ base, etag: read?.etag ?? null })
    setRestored(false)
    setProblem(null)
    setConflict(null)
    form.reset(base)
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="item-form"
        onSubmit={(event) => {
          event.preventDefault()
          void submit(origin.etag)
        }}
      >
        {isRestored && (
          <div className="restored" role="status">
            <p>Recuperamos lo que estabas escribiendo.</p>
            <button type="button" className="button" onClick={startOver}>
              Descartar
            </button>
          </div>
        )}
        {Object.entries(declaration.fields).map(([name, field]) => (
          <ItemField
            key={name}
            name={name}
            field={field}
            resource={declaration.name}
            item={read?.item}
            pending={pending}
          />
        ))}
        {conflict && (
          <Conflict
            declaration={declaration}
            conflict={conflict}
            busy={progress !== null}
            onSee={() => void seeTheirs()}
            onOverwrite={() => void submit(null)}
            onTake={(name) => {
              if (conflict === 'unseen') return
              takeTheirs(name, conflict.theirs)
              setConflict({ ...conflict, names: conflict.names.filter((other) => other !== name) })
            }}
          />
        )}
        {problem && conflict !== 'unseen' && (
          <div className="problem">
            <p>{problem.detail}</p>
            {problem.requestId && <p className="mono">Pedido {problem.requestId}</p>}
          </div>
        )}
        {!isNew && <p className="entry-hint">Si dejás un campo vacío, queda como estaba.</p>}
        <ActionBar
          label={isNew ? `Crear ${declaration.words.one}` : 'Guardar cambios'}
          progress={progress}
          onCancel={cancel}
        >
          <Link className="button" to={declaration.admin.menu}>
            Volver
          </Link>
        </ActionBar>
      </form>
    </FormProvider>
  )
}
