import { resources } from '../../../contract/resources.ts'
import { Menu } from '../menu.tsx'
import { adminPaths } from '../paths.ts'

/** The words are those of decisions §1. */
const entries = [
  { to: adminPaths.ourClub, label: 'Nuestro Club' },
  { to: resources.events.admin.menu, label: 'Eventos' },
  { to: adminPaths.users, label: 'Usuarios' },
  { to: '/', label: 'Página principal' },
]

export default function AdminHome() {
  return <Menu title="Administración" entries={entries} />
}
