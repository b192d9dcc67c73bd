import { useLocation } from 'react-router'
import { loadItems } from './item-list.tsx'
import { ListScreen } from './list-screen.tsx'

export const clientLoader = loadItems

/** Where specified words lead to change something. */
export default function UpdateList() {
  const { pathname } = useLocation()
  return <ListScreen key={pathname} verb="Editar" />
}
