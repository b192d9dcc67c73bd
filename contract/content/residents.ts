import { declare, line, url } from './fields.ts'

export const residents = declare({
  name: 'residents',
  words: { one: 'residente', many: 'Residentes', article: 'el' },
  admin: {
    menu: '/admin/ourclub/residents',
    create: '/admin/ourclub/residents/addresidents',
    update: '/admin/ourclub/residents/updateresidents',
    remove: '/admin/ourclub/residents/deleteresidents',
  },
  fields: {
    name: line('Nombre'),
    pressKit: url('Press kit', { hint: 'El link a la carpeta con fotos y biografía.' }),
  },
  heading: 'name',
  envelope: 'data',
})
