import type { ContentGuides } from '../../platform/content/admin/index.admin.ts'

export const news: ContentGuides = { news: 'escribir-una-novedad' }
