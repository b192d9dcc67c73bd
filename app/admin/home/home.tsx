import { Link } from 'react-router'
import { Menu, SubMenu } from '../layout/menu.tsx'
import { unreadWords, useSummary } from '../messages/summary.ts'
import { adminPaths, otherResources } from '../paths.ts'
import { Missing } from './missing.tsx'

/** The words stand as they were asked for. */
const entries = [
  { to: adminPaths.ourClub, label: 'Nuestro Club' },
  ...otherResources.map(({ admin, words }) => ({ to: admin.menu, label: words.many })),
  { to: adminPaths.users, label: 'Usuarios' },
  { to: '/', label: 'Página principal' },
]

export default function AdminHome() {
  const summary = useSummary()
  return (
    <Menu title="Administración" entries={entries}>
      {/* What was added stands apart from what was asked for. */}
      <SubMenu
        title="Además"
        entries={[
          { to: adminPaths.messages, label: 'Mensajes', note: unreadWords(summary) },
          { to: adminPaths.site, label: 'Sitio' },
          { to: adminPaths.trash, label: 'Papelera' },
          { to: adminPaths.history, label: 'Historial' },
          { to: adminPaths.account, label: 'Mi cuenta' },
          { to: adminPaths.guide, label: 'Guía' },
        ]}
      />
      {/* It comes with the summary, after the rest: below it nothing moves. */}
      <Missing tasks={summary?.missing ?? []} />
      {summary && summary.mail.failed > 0 && (
        <p className="problem">
          El correo no está saliendo:{' '}
          {summary.mail.failed === 1 ? 'espera un envío' : `esperan ${summary.mail.failed} envíos`} que ya{' '}
          {summary.mail.failed === 1 ? 'falló' : 'fallaron'}. El motivo está en cada uno de los{' '}
          <Link to={adminPaths.messages}>mensajes</Link>.
        </p>
      )}
    </Menu>
  )
}
