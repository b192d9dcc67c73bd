import type { Language } from '../../../platform/shared/languages.ts'

interface RecordingTexts {
  podcast: string
  episodes: string
  seriesOf(name: string, club: string): string
  listenHere: string
  listen: string
}

export const recordingTexts: Record<Language, RecordingTexts> = {
  es: {
    podcast: 'Podcast',
    episodes: 'Episodios',
    seriesOf: (name, club) => `${name} de ${club}`,
    listenHere: 'Escuchar acá',
    listen: 'Para escuchar',
  },
  en: {
    podcast: 'Podcast',
    episodes: 'Episodes',
    seriesOf: (name, club) => `${name} by ${club}`,
    listenHere: 'Listen here',
    listen: 'Listen',
  },
}
