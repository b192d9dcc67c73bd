import type { MenuLink } from '../../../platform/site-layout/menu-link.ts'

export const menuLink: MenuLink = { path: '/news', label: { es: 'Novedades', en: 'News' }, order: 10 }
