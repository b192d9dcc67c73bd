/** A resource that the club does not ship. Tests add it to check that its declaration is enough for all features. */
import { date, declare, image, line, rich, title } from '../../../platform/content/shared/fields.ts'

export const records = declare({
  name: 'records',
  words: { one: 'disco', many: 'Discos', article: 'el' },
  admin: {
    menu: '/admin/ourclub/records',
    create: '/admin/ourclub/records/addrecords',
    update: '/admin/ourclub/records/updaterecords',
    remove: '/admin/ourclub/records/deleterecords',
  },
  fields: {
    name: title('Nombre'),
    cover: image('Tapa', { width: 1000, height: 1000 }),
    released: date('Salida'),
    label: line('Sello', { optional: true }),
    notes: rich('Notas'),
  },
  nameField: 'name',
  picture: 'cover',
  orderBy: 'released',
  envelope: 'data',
})
