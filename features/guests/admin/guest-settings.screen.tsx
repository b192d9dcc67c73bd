import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLoaderData } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Confirm } from '../../../platform/admin-layout/dialog.tsx'
import { Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { ActionBar } from '../../../platform/forms/action-bar.tsx'
import { FormProblemRow } from '../../../platform/forms/form-problem.tsx'
import { PlainDraftNote } from '../../../platform/forms/unsaved-draft/draft-notes.tsx'
import { usePlainDraft } from '../../../platform/forms/unsaved-draft/use-draft.ts'
import { usePlainForm } from '../../../platform/forms/use-plain-form.ts'
import { notify } from '../../../platform/ui/notify.ts'
import { CAPACITY_MAX, RETENTION_DAYS } from '../shared/guest-limits.ts'
import { GUEST_SETTINGS_PATH } from '../shared/guest-paths.ts'
import type { GuestSettings } from '../shared/guests.ts'
import { formatCount } from '../shared/people-counts.ts'
import { readWholeNumber } from './guest-words.ts'
import { NumberField } from './number-field.tsx'

export const clientLoader = () => adminApi.get('/lists/settings')

/** Screen that sets the capacity of the club, and how long names of guests are kept. */
export default function GuestSettingsScreen() {
  const answer = useLoaderData<typeof clientLoader>()
  return (
    <div className="screen">
      <Heading lead="Valen para todas las fechas. Solo los ven los administradores.">Listas y puerta</Heading>
      {answer.ok ? <SettingsForm stored={answer.value} /> : <ProblemText problem={answer.problem} />}
    </div>
  )
}

/** The typed texts. A blank capacity is null. */
interface Typed {
  capacity: string
  guestRetentionDays: string
}

const toTyped = ({ capacity, guestRetentionDays }: GuestSettings): Typed => ({
  capacity: capacity === null ? '' : String(capacity),
  guestRetentionDays: String(guestRetentionDays),
})

const days = (count: number): string => formatCount(count, 'día', 'días')

const isWhole = (min: number, max: number) => (typed: string) => {
  const value = readWholeNumber(typed)
  return (value !== null && value >= min && value <= max) || `Tiene que ser un número de ${min} a ${max}.`
}

function SettingsForm({ stored: loaded }: { stored: GuestSettings }) {
  const [stored, setStored] = useState(loaded)
  const form = useForm<Typed>({ defaultValues: toTyped(loaded) })
  const draft = usePlainDraft(GUEST_SETTINGS_PATH, form, toTyped(loaded))
  const [asking, setAsking] = useState<GuestSettings | null>(null)
  const { state, send, reportFields } = usePlainForm(form)
  const { errors } = form.formState

  async function save(body: GuestSettings) {
    const saved = await send(() => adminApi.put('/lists/settings', { body }))
    setAsking(null)
    if (!saved) return
    await draft.drop()
    setStored(saved.value)
    notify({ title: 'Actualizado' })
  }

  const submit = form.handleSubmit(({ capacity, guestRetentionDays }) => {
    const body = {
      capacity: readWholeNumber(capacity),
      guestRetentionDays: readWholeNumber(guestRetentionDays) ?? RETENTION_DAYS.default,
    }
    if (body.guestRetentionDays < stored.guestRetentionDays) setAsking(body)
    else void save(body)
  }, reportFields)

  return (
    <form noValidate className="item-form" onSubmit={(event) => void submit(event)}>
      <NumberField
        label="Cuánta gente entra (opcional)"
        hint="La puerta avisa desde el 90 % y se pone en rojo al llegar. Nunca frena a nadie: solo avisa."
        error={errors.capacity?.message}
        {...form.register('capacity', {
          validate: (typed) => typed.trim() === '' || isWhole(1, CAPACITY_MAX)(typed),
        })}
      />
      <NumberField
        label="Días que se guardan los nombres"
        hint={`Después de cada fecha, de ${RETENTION_DAYS.min} a ${RETENTION_DAYS.max}. Pasado ese tiempo los nombres se borran solos y para siempre. Los totales quedan. La página Privacidad dice lo mismo.`}
        error={errors.guestRetentionDays?.message}
        {...form.register('guestRetentionDays', {
          validate: isWhole(RETENTION_DAYS.min, RETENTION_DAYS.max),
        })}
      />
      <PlainDraftNote draft={draft} />
      <ActionBar
        label="Guardar cambios"
        progress={state.isSending ? { sent: null } : null}
        rows={
          state.problem && (
            <FormProblemRow
              problem={state.problem}
              invalidCount={state.invalidCount}
              label="Guardar cambios"
            />
          )
        }
      />
      {asking && (
        <Confirm
          question={`¿Guardar los nombres solo ${days(asking.guestRetentionDays)}?`}
          consequence={`Los de fechas que pasaron hace más de ${days(asking.guestRetentionDays)} se borran, para siempre.`}
          confirmLabel="Guardar y borrar"
          busy={state.isSending}
          onConfirm={() => void save(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </form>
  )
}
