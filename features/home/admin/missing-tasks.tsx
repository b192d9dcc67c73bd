/** Tasks of a new club, each with a link to its screen. The team can hide them. */

import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { lazyPart } from '../../../platform/admin-layout/lazy-part.tsx'
import { adminPaths, guidePath, stepPath } from '../../../platform/admin-layout/paths.ts'
import { fieldPath } from '../../../platform/content/shared/field-links.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { settingsFormPath } from '../../../platform/settings/shared/settings-names.ts'
import { moveFocus } from '../../../platform/ui/focus.ts'
import type { Task } from '../../first-day/shared/first-day.ts'

/** Loaded on demand, because most clubs need this dialog only once. */
const ConfirmAction = lazyPart(
  'pregunta',
  async () => (await import('../../../platform/admin-layout/dialog.tsx')).ConfirmAction<null>,
)

const identity = settingsFormPath('identity')
const contact = settingsFormPath('contact')

const lines: Record<Task, { to: string; what: string }> = {
  name: { to: fieldPath(identity, 'name'), what: 'El nombre es el que viene con el sitio.' },
  address: { to: fieldPath(contact, 'address.street'), what: 'La dirección es la que viene con el sitio.' },
  founder: {
    to: fieldPath(identity, 'founder.name'),
    what: 'Quien fundó el club, o su frase, es inventado.',
  },
  slogans: { to: fieldPath(identity, 'slogans'), what: 'Los lemas de la portada son inventados.' },
  rules: {
    to: fieldPath(settingsFormPath('culture'), 'values'),
    what: 'Las reglas de Cultura son inventadas.',
  },
  replies: {
    to: fieldPath(contact, 'lead'),
    what: 'Contacto promete cuándo se contesta, y no lo escribieron ustedes.',
  },
  links: { to: stepPath('enlaces'), what: 'Los enlaces son los que vienen con el sitio.' },
  night: { to: getDeclaration('events').admin.create, what: 'No hay ninguna fecha por venir.' },
  colleague: { to: adminPaths.invite, what: 'Administra una sola persona.' },
  mail: { to: guidePath('correo'), what: 'El sitio no manda mails: los mensajes quedan acá.' },
  backup: { to: guidePath('copias'), what: 'Las copias de seguridad quedan en la misma máquina.' },
}

export function MissingTasks({ tasks }: { tasks: Task[] }) {
  const { revalidate } = useRevalidator()
  const [isAsking, setAsking] = useState(false)
  if (tasks.length === 0) return null

  return (
    <section className="missing" aria-labelledby="missing-title">
      <h2 id="missing-title" className="menu-title mono">
        Lo que falta
      </h2>
      <ul>
        {tasks.map((task) => (
          <li key={task}>
            <Link to={lines[task].to}>{lines[task].what}</Link>
          </li>
        ))}
      </ul>
      <div className="screen-actions">
        <Link className="button" to={adminPaths.firstDay}>
          Primer día
        </Link>
        <Button onClick={() => setAsking(true)}>No mostrar más</Button>
      </div>
      {isAsking && (
        <ConfirmAction
          question="¿Dejar de mostrar lo que falta?"
          consequence="No lo ve más nadie del equipo. Primer día queda en «Ir a…», con la lupa."
          confirmLabel="No mostrar más"
          doing="Guardando…"
          isDanger={false}
          call={() => adminApi.delete('/first-day')}
          isFailureQuiet
          onDone={async () => {
            setAsking(false)
            await revalidate()
            moveFocus(null)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
