/** What the club has not done yet, each line with the way to it, until somebody has enough of it. */
import './missing.css'
import { useState } from 'react'
import { Link } from 'react-router'
import { declarationOf } from '../../../contract/content/resources.ts'
import type { Task } from '../../../contract/first-day.ts'
import { firstDayCalls } from '../first-day/api.ts'
import { refreshSummary } from '../messages/summary.ts'
import { adminPaths, guidePath, stepPath } from '../paths.ts'

const lines: Record<Task, { to: string; what: string }> = {
  name: { to: stepPath('nombre'), what: 'El nombre es el que viene con el sitio.' },
  links: { to: stepPath('enlaces'), what: 'Los enlaces son los que vienen con el sitio.' },
  night: { to: declarationOf('events').admin.create, what: 'No hay ninguna noche por venir.' },
  colleague: { to: adminPaths.addUser, what: 'Administra una sola persona.' },
  mail: { to: guidePath('correo'), what: 'El sitio no manda mails: los mensajes quedan acá.' },
  backup: { to: guidePath('copias'), what: 'Las copias de seguridad quedan en la misma máquina.' },
}

export function Missing({ tasks }: { tasks: Task[] }) {
  const [failure, setFailure] = useState('')
  if (tasks.length === 0) return null

  async function dismiss() {
    const answer = await firstDayCalls.dismiss()
    if (!answer.ok) return setFailure(answer.problem.detail)
    await refreshSummary()
    document.querySelector('h1')?.focus()
  }

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
      {failure && <p className="problem">{failure}</p>}
      <div className="screen-actions">
        <Link className="button" to={adminPaths.firstDay}>
          Primer día
        </Link>
        <button type="button" className="button" onClick={() => void dismiss()}>
          No mostrar más
        </button>
      </div>
    </section>
  )
}
