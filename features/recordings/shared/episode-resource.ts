import { audio, declare, image, line, reference, text, url } from '../../../platform/content/shared/fields.ts'
import { artists } from '../../artists/shared/artist-resources.ts'
import { AUDIO_HINT, EPISODES_PATH, SOUND_HINT } from './recording-resources.ts'

export const episode = declare({
  name: 'episode',
  words: { one: 'episodio', many: 'Episodios', article: 'el' },
  admin: {
    // Specification §2: the menu is under "episodes", its screens under "episode".
    menu: '/admin/ourclub/episodes',
    create: '/admin/ourclub/episode/addepisode',
    update: '/admin/ourclub/episode/updateepisode',
    remove: '/admin/ourclub/episode/deleteepisode',
  },
  menuOrder: 4,
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
  page: { path: EPISODES_PATH, slugOf: 'title' },
  picture: 'flyer',
  envelope: 'data',
})
