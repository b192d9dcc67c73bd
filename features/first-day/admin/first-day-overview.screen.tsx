/** Overview of the first day: all steps with their current values, and links for later. */
import './first-day.css'
import { Link, useLoaderData } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { adminPaths, guidePath, type Step, stepPath } from '../../../platform/admin-layout/paths.ts'
import { Heading, ProblemText, SubMenu } from '../../../platform/admin-layout/screen-parts.tsx'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { summarizeSettings } from '../../../platform/settings/admin/settings-form.ts'
import { truncateName } from '../../../platform/shared/item-names.ts'
import { DEMO_STEP, describeDemo, steps } from './first-day-steps.ts'

export async function clientLoader() {
  const [site, demo] = await Promise.all([adminApi.get('/site'), adminApi.get('/trash/demo')])
  return { site, demo }
}

const after: Step[] = [
  { to: getDeclaration('events').admin.create, label: 'Cargar la primera fecha' },
  { to: adminPaths.invite, label: 'Invitar a alguien' },
  { to: guidePath('correo'), label: 'Que salgan los mails' },
  { to: guidePath('copias'), label: 'Guardar copias en otro lugar' },
  { to: '/', label: 'Ver el sitio' },
]

export default function FirstDay() {
  const { site, demo } = useLoaderData<typeof clientLoader>()
  const { identity } = useClub()
  const [first] = steps
  return (
    <div className="screen">
      <Heading lead="Seis pasos cortos para que el sitio diga quiénes son. Podés irte en cualquiera y seguir después: lo guardado queda.">
        Primer día
      </Heading>
      {first && (
        <nav aria-label="Por dónde seguir" className="screen-actions">
          <Link className="button button-strong" to={stepPath(first.slug)}>
            Empezar
          </Link>
          <Link className="button" to={adminPaths.home}>
            Ahora no
          </Link>
        </nav>
      )}
      <ol className="first-day">
        {steps.map(({ slug, number, title, ...step }) => (
          <li key={slug} value={number}>
            <Link to={stepPath(slug)}>
              <span className="first-day-number mono">{number}</span>
              <span>{title}</span>
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
        ))}
      </ol>
      {!site.ok && <ProblemText problem={site.problem} />}
      <SubMenu title="Y después" entries={after} />
    </div>
  )
}
