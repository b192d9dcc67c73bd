/** Texts of header and footer that are the same for every club. The English texts are only in the server build. */
import type { Language } from '../shared/languages.ts'
import { useLanguage } from './page-language.ts'

const spanish = {
  skip: 'Saltar al contenido',
  homeOf: (name: string) => `${name}, inicio`,
  mainMenu: 'Principal',
  menu: 'Menú',
  ourClub: 'Nuestro Club',
  history: 'Historia',
  culture: 'Cultura',
  milestones: 'Hitos',
  events: 'Eventos',
  manage: 'Administrar',
  signOut: 'Cerrar Sesión',
  signIn: 'Entrar',
  editPage: 'Editar esta página',
  videoChannel: 'Canal de video',
  pauseMotion: 'Pausar movimiento',
  resumeMotion: 'Reanudar movimiento',
  notice: 'Aviso',
  writeToUs: 'ESCRIBINOS',
}

export type ShellTexts = typeof spanish

const english: ShellTexts = import.meta.env.SSR
  ? {
      skip: 'Skip to content',
      homeOf: (name) => `${name}, home`,
      mainMenu: 'Main',
      menu: 'Menu',
      ourClub: 'Our Club',
      history: 'History',
      culture: 'Culture',
      milestones: 'Milestones',
      events: 'Events',
      manage: 'Manage',
      signOut: 'Sign out',
      signIn: 'Sign in',
      editPage: 'Edit this page',
      videoChannel: 'Video channel',
      pauseMotion: 'Pause motion',
      resumeMotion: 'Resume motion',
      notice: 'Notice',
      writeToUs: 'WRITE TO US',
    }
  : spanish

export const shellTexts: Record<Language, ShellTexts> = { es: spanish, en: english }

export const useShellTexts = (): ShellTexts => shellTexts[useLanguage()]
