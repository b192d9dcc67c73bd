import { type FormEvent, useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Confirm } from '../../../platform/admin-layout/dialog.tsx'
import { Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { refreshSummary } from '../../../platform/admin-layout/summary.ts'
import { ActionBar } from '../../../platform/forms/action-bar.tsx'
import { Field } from '../../../platform/forms/field.tsx'
import { FormProblemRow, useFormProblem } from '../../../platform/forms/form-problem.tsx'
import { notify } from '../../../platform/ui/notify.ts'
import { MESSAGES_PATH } from '../shared/message-paths.ts'

/** Numbers of months that the form offers. The API accepts any number up to five years. */
const OFFERED = [1, 3, 6, 12, 24, 36, 60]

export const clientLoader = () => adminApi.get('/messages/settings')

/** Screen that sets how long messages are kept. The privacy page shows this period to visitors. */
export default function MessageSettingsScreen() {
  const answer = useLoaderData<typeof clientLoader>()
  return (
    <div className="screen">
      <Heading lead="Pasado este tiempo, cada mensaje se borra solo y para siempre. La página Privacidad dice lo mismo.">
        Cuánto se guardan los mensajes
      </Heading>
      {answer.ok ? (
        <SettingsForm storedMonths={answer.value.keptMonths} />
      ) : (
        <ProblemText problem={answer.problem} />
      )}
    </div>
  )
}

const months = (n: number): string =>
  n === 1 ? '1 mes' : n % 12 === 0 ? (n === 12 ? '1 año' : `${n / 12} años`) : `${n} meses`

function SettingsForm({ storedMonths }: { storedMonths: number }) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(storedMonths)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { problem, reportProblem, clearProblem } = useFormProblem()
  const offered = [...new Set([...OFFERED, storedMonths])].toSorted((a, b) => a - b)

  async function save() {
    if (busy) return
    setBusy(true)
    clearProblem()
    const result = await adminApi.put('/messages/settings', { body: { keptMonths: chosen } })
    setBusy(false)
    if (!result.ok) {
      reportProblem(result.problem, { again: 'submit' })
      return
    }
    void refreshSummary()
    notify({ title: 'Actualizado' })
    void navigate(MESSAGES_PATH)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen < storedMonths) setAsking(true)
    else void save()
  }

  return (
    <form noValidate className="item-form" onSubmit={submit}>
      <Field label="Se guardan">
        {(control) => (
          <select
            {...control}
            className="control control-mono"
            value={chosen}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {offered.map((n) => (
              <option key={n} value={n}>
                {months(n)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ActionBar
        label="Guardar cambios"
        progress={busy ? { sent: null } : null}
        rows={problem && !asking && <FormProblemRow problem={problem} />}
      >
        <Link className="button" to={MESSAGES_PATH}>
          Volver a Mensajes
        </Link>
      </ActionBar>
      {asking && (
        <Confirm
          question={`¿Guardar los mensajes solo ${months(chosen)}?`}
          consequence={`Los que tienen más de ${months(chosen)} se borran ahora, para siempre.`}
          confirmLabel="Guardar y borrar"
          busy={busy}
          failure={problem?.detail}
          onConfirm={() => void save()}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  )
}
