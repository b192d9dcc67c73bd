import { declare, image, line, text, url } from '../../../platform/content/shared/fields.ts'
import { ARTISTS_PATH, INSTAGRAM, SOUNDCLOUD } from './artist-resources.ts'

export const residents = declare({
  name: 'residents',
  words: { one: 'residente', many: 'Residentes', article: 'el' },
  admin: {
    menu: '/admin/ourclub/residents',
    create: '/admin/ourclub/residents/addresidents',
    update: '/admin/ourclub/residents/updateresidents',
    remove: '/admin/ourclub/residents/deleteresidents',
  },
  menuOrder: 1,
  fields: {
    name: line('Nombre'),
    pressKit: url('Press kit', { hint: 'El enlace a la carpeta con fotos y biografía.' }),
    photo: image('Foto', { width: 1000, height: 1000 }, { optional: true, monochrome: true }),
    biography: text('Biografía', { optional: true }),
    instagram: url('Instagram', { optional: true, accountsAt: INSTAGRAM }),
    soundcloud: url('SoundCloud', { optional: true, accountsAt: SOUNDCLOUD }),
  },
  aside: ['photo'],
  heading: 'name',
  ordered: true,
  picture: 'photo',
  page: { path: ARTISTS_PATH, slugOf: 'name' },
  envelope: 'data',
})
