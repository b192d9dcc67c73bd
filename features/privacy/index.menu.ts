import type { MenuLink } from '../../platform/site-layout/menu-link.ts'

export const privacy: MenuLink = { path: '/privacidad', label: { es: 'Privacidad', en: 'Privacy' } }
