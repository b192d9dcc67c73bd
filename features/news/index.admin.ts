import type { ContentGuides } from '../../app/admin/content/index.admin.ts'

export const news: ContentGuides = { news: 'escribir-una-novedad' }
