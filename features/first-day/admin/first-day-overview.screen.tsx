/** Overview of the first day: all steps with their current values, and links for later. */
import './first-day.css'
import { Link, useLoaderData } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { adminPaths, guidePath, type Step, stepPath } from '../../../platform/admin-layout/paths.ts'
import { Heading, ProblemText, SubMenu } from '../../../platform/admin-layout/screen-parts.tsx'
import { truncateName } from '../../../platform/content/shared/item-names.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { summarizeSettings } from '../../../platform/settings/admin/settings-form.ts'
import { DEMO_STEP, describeDemo, steps } from './first-day-steps.ts'

export async function clientLoader() {
  const [site, demo, state] = await Promise.all([
    adminApi.get('/site'),
    adminApi.get('/trash/demo'),
    adminApi.get('/first-day'),
  ])
  return { site, demo, state }
}

const after: Step[] = [
  { to: getDeclaration('events').admin.create, label: 'Cargar la primera fecha' },
  { to: adminPaths.invite, label: 'Invitar a alguien' },
  { to: guidePath('correo'), label: 'Que salgan los mails' },
  { to: guidePath('copias'), label: 'Guardar copias en otro lugar' },
  { to: '/', label: 'Ver el sitio' },
]

export default function FirstDay() {
  const { site, demo, state } = useLoaderData<typeof clientLoader>()
  const { identity } = useClub()
  const isDone = (step: (typeof steps)[number]): boolean => {
    if (step.group === null) return demo.ok && demo.value.untouched + demo.value.edited === 0
    if (step.tasks === null) return site.ok && site.value[step.group].updatedAt !== null
    return state.ok && step.tasks.every((task) => !state.value.missing.includes(task))
  }
  const next = steps.find((step) => !isDone(step))
  return (
    <div className="screen">
      <Heading lead="Seis pasos cortos para que el sitio diga quiénes son. Podés irte en cualquiera y seguir después: lo guardado queda.">
        Primer día
      </Heading>
      {next && (
        <nav aria-label="Por dónde seguir" className="screen-actions">
          <Link className="button button-strong" to={stepPath(next.slug)}>
            {next === steps[0] ? 'Empezar' : `Seguir: ${next.title}`}
          </Link>
          <Link className="button" to={adminPaths.home}>
            Ahora no
          </Link>
        </nav>
      )}
      <ol className="first-day">
        {steps.map((step) => {
          const { slug, number, title } = step
          return (
            <li key={slug} value={number}>
              <Link to={stepPath(slug)}>
                <span className="first-day-number mono">{number}</span>
                <span>{title}</span>
                {isDone(step) && <span className="first-day-done mono">✓ hecho</span>}
              </Link>
              {step.group && site.ok && (
                <p>
                  {truncateName(
                    summarizeSettings(step.group, site.value[step.group], identity, step.fields ?? undefined),
                  ) || 'No dice nada.'}
                </p>
              )}
              {slug === DEMO_STEP && demo.ok && <p>{describeDemo(demo.value)}</p>}
            </li>
          )
        })}
      </ol>
      {!site.ok && <ProblemText problem={site.problem} />}
      <SubMenu title="Y después" entries={after} />
    </div>
  )
}
