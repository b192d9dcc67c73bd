import type { MenuLink } from '../../platform/site-layout/menu-link.ts'

export const news: MenuLink = { path: '/news', label: { es: 'Novedades', en: 'News' } }
