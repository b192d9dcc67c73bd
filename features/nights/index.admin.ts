import type { ContentGuides } from '../../platform/content/admin/index.admin.ts'

export const nights: ContentGuides = { events: 'cargar-una-fecha' }
