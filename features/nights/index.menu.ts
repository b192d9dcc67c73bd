import { NIGHTS_PATH } from '../../platform/shared/public-paths.ts'
import type { MenuLink } from '../../platform/site-layout/menu-link.ts'

export const nights: MenuLink = { path: NIGHTS_PATH, label: { es: 'Fechas', en: 'Dates' } }
