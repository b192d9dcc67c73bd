import { inWholeWords } from '../../../platform/shared/text.ts'

/** The resources whose items are heard, and their pages. */
export const recordings = ['podcast', 'episode'] as const
export type RecordingResource = (typeof recordings)[number]

export const PODCAST_PATH = '/podcast/'
export const EPISODES_PATH = '/episodios/'

export const SOUND_HINT =
  'De SoundCloud, Mixcloud, YouTube o Spotify: en su página se escucha ahí mismo. De Bandcamp, pegá el código de Compartir → Insertar.'

export const AUDIO_HINT = 'Se escucha en su página, y sale en las apps de podcasts.'

/** Search engines cut names there, and nobody reads more of one. */
const NAME_MAX = 110

/** What a recording is called wherever it is shown: its title, or the first sentence of its introduction. */
export const recordingHeading = ({ title, intro }: { title: string | null; intro: string }): string =>
  title ?? inWholeWords(/^.+?[.!?…](?=\s|$)/s.exec(intro)?.[0] ?? intro, NAME_MAX)
