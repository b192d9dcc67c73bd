import {
  audio,
  choice,
  declare,
  image,
  line,
  reference,
  rich,
  text,
  url,
} from '../../../platform/content/shared/fields.ts'
import { truncateAtWord } from '../../../platform/shared/text/text.ts'
import { artistResources } from '../../artists/shared/artist-resources.ts'

/** The resources whose items are recordings. */
export const recordingResources = ['podcast', 'episode'] as const
export type RecordingResource = (typeof recordingResources)[number]

export const PODCAST_PATH = '/podcast/'
export const EPISODES_PATH = '/episodios/'

const common = {
  fields: {
    flyer: image('Flyer', { width: 1000, height: 1000 }),
    intro: text('Introducción'),
    url: url('Enlace', {
      isSound: true,
      ownPageWith: 'audio',
      hint: 'De SoundCloud, Mixcloud, YouTube o Spotify: en su página se escucha ahí mismo. De Bandcamp, pegá el código de Compartir → Insertar. Con audio propio y sin otro enlace, es su propia página. Los subtítulos de un video se cargan allá.',
    }),
    title: line('Título', { max: 150, optional: true }),
    artist: reference('Artista', artistResources),
    audio: audio('Audio propio', { hint: 'Se escucha en su página, y sale en las apps de podcasts.' }),
    transcript: rich('Transcripción', {
      optional: true,
      hint: 'Lo que se dice, con el nombre de quien habla. La leen quienes no oyen, y por ella encuentran la charla los buscadores.',
    }),
  },
  groups: [{ label: 'Transcripción', fields: ['transcript'] }],
  aside: ['flyer'],
  first: ['flyer', 'title', 'intro', 'audio', 'url', 'sound'],
  nameField: 'intro',
  displayNameField: 'title',
  picture: 'flyer',
  envelope: 'data',
} as const

/** Declares the kind of sound. A talk needs a transcript (WCAG 1.2.1). */
const sound = (fallback: 'music' | 'talk') =>
  choice('¿Qué se escucha?', { music: 'Música', talk: 'Una charla' }, fallback)

export const podcast = declare({
  ...common,
  fields: { ...common.fields, sound: sound('music') },
  name: 'podcast',
  words: { one: 'podcast', many: 'Podcasts', article: 'el' },
  admin: {
    menu: '/admin/ourclub/podcast',
    create: '/admin/ourclub/podcast/addpodcast',
    update: '/admin/ourclub/podcast/updatepodcast',
    remove: '/admin/ourclub/podcast/deletepodcast',
  },
  menuOrder: 3,
  page: { path: PODCAST_PATH, slugOf: 'title' },
})

export const episode = declare({
  ...common,
  fields: { ...common.fields, sound: sound('talk') },
  name: 'episode',
  words: { one: 'episodio', many: 'Episodios', article: 'el' },
  admin: {
    // docs/requirements.md, "Addresses", requires the menu at "episodes" and the screens at "episode".
    menu: '/admin/ourclub/episodes',
    create: '/admin/ourclub/episode/addepisode',
    update: '/admin/ourclub/episode/updateepisode',
    remove: '/admin/ourclub/episode/deleteepisode',
  },
  menuOrder: 4,
  page: { path: EPISODES_PATH, slugOf: 'title' },
})

/** Search engines truncate longer names. Characters */
const NAME_MAX = 110

/** Returns the name of a recording in lists, feeds and metadata: its title, or the first sentence of its introduction. */
export const getRecordingTitle = ({ title, intro }: { title: string | null; intro: string }): string =>
  title ?? truncateAtWord(/^.+?[.!?…](?=\s|$)/s.exec(intro)?.[0] ?? intro, NAME_MAX)
