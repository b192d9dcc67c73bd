import { declare, image, line, text, url } from '../../../platform/content/shared/fields.ts'
import { ARTISTS_PATH, INSTAGRAM, SOUNDCLOUD } from './artist-resources.ts'

/** International residents, whom the club represents. */
export const agency = declare({
  name: 'agency',
  words: { one: 'artista', many: 'Agencia', several: 'artistas', article: 'el' },
  admin: {
    menu: '/admin/ourclub/agency',
    create: '/admin/ourclub/agency/addagency',
    update: '/admin/ourclub/agency/updateagency',
    remove: '/admin/ourclub/agency/deleteagency',
  },
  menuOrder: 2,
  fields: {
    name: line('Nombre'),
    photo: image('Foto', { width: 1000, height: 1000 }, { monochrome: true }),
    biography: text('Biografía'),
    instagram: url('Instagram', { accountsAt: INSTAGRAM }),
    soundcloud: url('SoundCloud', { accountsAt: SOUNDCLOUD }),
    nationality: line('Origen'),
    pressKit: url('Press kit'),
  },
  aside: ['photo'],
  heading: 'name',
  ordered: true,
  page: { path: ARTISTS_PATH, slugOf: 'name' },
  picture: 'photo',
  envelope: 'data',
})
