import { declare, image, line, text, url } from '../../../platform/content/shared/fields.ts'

/**
 * The resources whose items are artists. Their slugs must differ, because both kinds of artists have pages under the same
 * path. Line-ups refer to both.
 */
export const artistResources = ['residents', 'agency'] as const
export const ARTISTS_PATH = '/artistas/'

/** Prefix of the Instagram accounts of artists. */
const INSTAGRAM = 'https://www.instagram.com/'
const SOUNDCLOUD = 'https://soundcloud.com/'

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
    photo: image(
      'Foto',
      { width: 1000, height: 1000 },
      { optional: true, monochrome: true, proposedAlt: 'Retrato de {}' },
    ),
    biography: text('Biografía', { optional: true }),
    instagram: url('Instagram', { optional: true, accountsAt: INSTAGRAM }),
    soundcloud: url('SoundCloud', { optional: true, accountsAt: SOUNDCLOUD }),
  },
  aside: ['photo'],
  first: ['photo', 'name', 'pressKit'],
  nameField: 'name',
  ordered: true,
  picture: 'photo',
  page: { path: ARTISTS_PATH, slugOf: 'name' },
  envelope: 'data',
})

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
    photo: image('Foto', { width: 1000, height: 1000 }, { monochrome: true, proposedAlt: 'Retrato de {}' }),
    biography: text('Biografía'),
    instagram: url('Instagram', { accountsAt: INSTAGRAM }),
    soundcloud: url('SoundCloud', { accountsAt: SOUNDCLOUD }),
    nationality: line('Origen'),
    pressKit: url('Press kit'),
  },
  aside: ['photo'],
  first: ['photo', 'name', 'biography', 'instagram', 'soundcloud', 'nationality', 'pressKit'],
  nameField: 'name',
  ordered: true,
  page: { path: ARTISTS_PATH, slugOf: 'name' },
  picture: 'photo',
  envelope: 'data',
})
