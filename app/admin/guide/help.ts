/** Which part of the guide tells of a screen. */
import { isGroupName } from '../../../contract/site/group-names.ts'
import { adminPaths, placeOf } from '../paths.ts'

const TEN = 'lo-que-más-se-hace'
const START = 'moverse'
const DELETING = 'borrar-y-arrepentirse'
const SITE = 'cambiar-lo-que-dice-el-sitio'

const parts: Record<string, string> = {
  [adminPaths.home]: TEN,
  [adminPaths.ourClub]: START,
  [adminPaths.site]: SITE,
  [adminPaths.firstDay]: 'el-primer-día',
  [adminPaths.users]: 'usuarios',
  [adminPaths.invite]: 'usuarios',
  [adminPaths.addUser]: 'usuarios',
  [adminPaths.removeUser]: 'usuarios',
  [adminPaths.account]: 'tu-cuenta-y-el-segundo-factor',
  [adminPaths.messages]: 'mensajes',
  [adminPaths.visits]: 'visitas',
  [adminPaths.trash]: DELETING,
  [adminPaths.history]: 'historial-quién-hizo-qué',
}

/** @returns the anchor; null: there is nothing to tell */
export function helpFor(pathname: string): string | null {
  const path = pathname.replace(/\/+$/, '')
  const place = placeOf(path)
  if (place?.screen === 'remove') return DELETING
  if (place?.screen === 'update') return 'cambiar-algo'
  if (place?.resource === 'events') return 'cargar-un-evento'
  if (place?.resource === 'news') return 'escribir-una-novedad'
  if (place) return 'residentes-agencia-podcasts-y-episodios'
  if (isGroupName(path.slice(adminPaths.site.length + 1))) return SITE
  const above = path.slice(0, path.lastIndexOf('/'))
  return parts[path] ?? (above === adminPaths.home ? null : (parts[above] ?? null))
}
