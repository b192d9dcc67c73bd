/** Screen for one step of the first day: part of a settings form, or the demo content. */
import './first-day.css'
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { stepPath } from '../../../platform/admin-layout/paths.ts'
import { Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { readItemDraft } from '../../../platform/content/admin/form/editor/use-item-editor.ts'
import { ItemForm } from '../../../platform/content/admin/form/item-form.tsx'
import {
  createSettingsCalls,
  settingsFormDeclaration,
  settingsToItem,
} from '../../../platform/settings/admin/settings-form.ts'
import { SettingsPreview } from '../../../platform/settings/admin/settings-preview.tsx'
import { ClearDemo } from './clear-demo.tsx'
import { DemoStep } from './demo-step.tsx'
import { DEMO_STEP, type FormStep, getNextPath, getPreviousPath, STEPS, steps } from './first-day-steps.ts'

async function loadForm({ group, slug }: FormStep) {
  const [answer, draft, state] = await Promise.all([
    adminApi.get(`/site/${group}`),
    readItemDraft(stepPath(slug)),
    adminApi.get('/first-day'),
  ])
  return { answer, draft, demoFields: (state.ok && state.value.demo[group]) || [] }
}

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const step = steps.find(({ slug }) => slug === params.step)
  if (!step) throw new Response(null, { status: 404 })
  return {
    step,
    form: step.group === null ? null : await loadForm(step),
    demo: step.slug === DEMO_STEP ? await adminApi.get('/trash/demo') : null,
  }
}

export default function FirstDayStep() {
  const { step, form, demo } = useLoaderData<typeof clientLoader>()
  const { slug, number, title, lead } = step
  return (
    <div key={slug} className="screen">
      <Heading lead={lead}>{title}</Heading>
      <nav aria-label="Pasos" className="screen-actions">
        <p className="first-day-where mono">
          Paso {number} de {STEPS}
        </p>
        <Link className="button" to={getPreviousPath(step)}>
          Anterior
        </Link>
      </nav>
      {form && step.group !== null && <StepForm step={step} form={form} />}
      {demo && (demo.ok ? <DemoStep count={demo.value} /> : <ProblemText problem={demo.problem} />)}
    </div>
  )
}

function StepForm({ step, form }: { step: FormStep; form: Awaited<ReturnType<typeof loadForm>> }) {
  const { answer, draft, demoFields } = form
  if (!answer.ok) return <ProblemText problem={answer.problem} />
  const next = getNextPath(step)
  return (
    <ItemForm
      key={`${step.slug} ${answer.etag}`}
      declaration={settingsFormDeclaration(step.group, step.fields ?? undefined)}
      path={stepPath(step.slug)}
      draft={draft}
      version={{ item: settingsToItem(step.group, answer.value), etag: answer.etag }}
      calls={createSettingsCalls(step.group)}
      navigation={{ afterSave: next, back: { to: next, label: 'Saltar' }, saveLabel: 'Guardar y seguir' }}
      around={(fields) => (
        <SettingsPreview name={step.group}>
          {step.clearLabel && <ClearDemo label={step.clearLabel} fields={demoFields} />}
          {fields}
        </SettingsPreview>
      )}
    />
  )
}
