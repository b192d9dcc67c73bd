import type { MenuLink } from '../../platform/site-layout/menu-link.ts'

export const messages: MenuLink = { path: '/contact', label: { es: 'Contacto', en: 'Contact' } }
