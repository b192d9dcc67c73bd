import { useLocation } from 'react-router'
import { Menu } from '../../layout/menu.tsx'
import { declarationAt, verbs } from '../../paths.ts'

/** The menu of a resource: crear, editar, borrar. */
export default function ResourceMenu() {
  const { admin, words } = declarationAt(useLocation().pathname)
  const entries = (['create', 'update', 'remove'] as const).map((screen) => ({
    to: admin[screen],
    label: `${verbs[screen]} ${words.one}`,
  }))
  return <Menu title={words.many} entries={entries} />
}
