import { useLocation } from 'react-router'
import { loadItems } from './item-list.tsx'
import { ListScreen } from './list-screen.tsx'

export const clientLoader = loadItems

/** Where specified words lead to delete something: the same list, with choosing switched on. */
export default function RemoveList() {
  const { pathname } = useLocation()
  return <ListScreen key={pathname} verb="Borrar" />
}
