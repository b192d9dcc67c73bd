import { audio, declare, image, line, reference, text, url } from '../../../platform/content/shared/fields.ts'
import { artists } from '../../artists/shared/artist-resources.ts'
import { AUDIO_HINT, PODCAST_PATH, SOUND_HINT } from './recording-resources.ts'

export const podcast = declare({
  name: 'podcast',
  words: { one: 'podcast', many: 'Podcasts', article: 'el' },
  admin: {
    menu: '/admin/ourclub/podcast',
    create: '/admin/ourclub/podcast/addpodcast',
    update: '/admin/ourclub/podcast/updatepodcast',
    remove: '/admin/ourclub/podcast/deletepodcast',
  },
  menuOrder: 3,
  fields: {
    flyer: image('Flyer', { width: 1000, height: 1000 }),
    intro: text('Introducción'),
    url: url('Enlace', { isSound: true, hint: SOUND_HINT }),
    title: line('Título', { max: 150, optional: true }),
    artist: reference('Artista', artists),
    audio: audio('Audio propio', { hint: AUDIO_HINT }),
  },
  aside: ['flyer'],
  heading: 'intro',
  calledBy: 'title',
  page: { path: PODCAST_PATH, slugOf: 'title' },
  picture: 'flyer',
  envelope: 'data',
})
