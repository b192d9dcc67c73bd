/** The groups of what the club says of itself, by name: menus need no more of them. */

/** Above the screens of the groups in the back office. */
export const SITE_ADMIN_PATH = '/admin/sitio'

/** What each is called. */
export const groupLabels = {
  identity: 'Identidad',
  contact: 'Contacto',
  links: 'Enlaces',
  home: 'Portada',
  history: 'Historia',
  culture: 'Cultura',
  milestones: 'Hitos',
  news: 'Textos de Novedades',
  footer: 'Pie de página',
  look: 'Apariencia',
  notice: 'Aviso',
} as const

export type GroupName = keyof typeof groupLabels

export const groupNames = Object.keys(groupLabels) as GroupName[]

export const isGroupName = (name: string): name is GroupName => Object.hasOwn(groupLabels, name)

/** Where a group is edited. */
export const groupPath = (name: GroupName): string => `${SITE_ADMIN_PATH}/${name}`

/** The resource of the groups where it stands beside those of content. */
export const SITE = 'site'
