import { useLocation } from 'react-router'
import { declarationAt, verbs } from '../../../admin-layout/paths.ts'
import { Menu } from '../../../admin-layout/screen-parts.tsx'
import { madeIn } from './just-made.ts'
import { MadePanel } from './made-panel.tsx'

/** The menu of a resource: crear, editar, borrar; and what one has just made. */
export default function ResourceMenu() {
  const { pathname, state } = useLocation()
  const declaration = declarationAt(pathname)
  const { admin, words } = declaration
  const made = madeIn(state)
  const entries = (['create', 'update', 'remove'] as const).map((screen) => ({
    to: admin[screen],
    label: `${verbs[screen]} ${words.one}`,
  }))
  return (
    <Menu
      title={words.many}
      entries={entries}
      news={made && <MadePanel declaration={declaration} made={made} />}
    />
  )
}
