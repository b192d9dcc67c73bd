import { date, declare, headline, image, rich, text, title } from '../../../platform/content/shared/fields.ts'

export const news = declare({
  name: 'news',
  words: { one: 'novedad', many: 'Novedades', article: 'la' },
  admin: {
    menu: '/admin/ourclub/news',
    create: '/admin/ourclub/news/addnews',
    update: '/admin/ourclub/news/updatenews',
    remove: '/admin/ourclub/news/deletenews',
  },
  menuOrder: 5,
  isFrequent: true,
  fields: {
    newsTitle: title('Título'),
    photo: image('Foto', { width: 800, height: 500 }, { monochrome: true }),
    date: date('Fecha'),
    newsDescription: text('Descripción', {
      summaryOf: 'newsBody',
      hint: 'Lo que se lee en la portada y al compartir. Si no la escribís, es el comienzo del texto.',
    }),
    newsBody: rich('Texto'),
    headline: headline('Título, como se lee', 'newsTitle'),
  },
  aside: ['date', 'photo'],
  first: ['photo', 'newsTitle', 'newsBody'],
  nameField: 'newsTitle',
  displayNameField: 'headline',
  picture: 'photo',
  orderBy: 'date',
  isPageBesideForm: true,
  envelope: 'array',
})
