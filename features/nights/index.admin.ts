import type { ContentGuides } from '../../app/admin/content/index.admin.ts'

export const nights: ContentGuides = { events: 'cargar-un-evento' }
