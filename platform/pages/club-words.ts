/** What every page may say of the club: who it is, where, and how it is reached. Words of one page come with that page. */
import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import { namedThroughout, type Site } from '../settings/shared/site-settings.ts'
import type { Localized } from '../shared/localize.ts'

/** The id of the root route, whose data every page reads. */
export const ROOT_ID = 'root'

/** The notice has no text while it is not shown. */
export type ClubWords = { [G in 'identity' | 'contact' | 'footer' | 'notice']: Localized<Site[G]> } & {
  links: Site['links']
  look: {
    /** Style rule with the club's own light and beat, or nothing. */
    rule: string
    /** Sizes in px. */
    logo: { src: string; width: number; height: number } | null
  }
}

/** What was said here since the page was loaded, which nobody loads again in the back office. */
let since: Partial<ClubWords> | null = null
const listeners = new Set<() => void>()

/** In the browser: what is said from now on, in all that is shown. */
export function replaceWords(words: Partial<ClubWords>): void {
  since = { ...since, ...words }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const sinceNow = () => since

/** What was made of both last, which many parts of a screen ask for. */
let known: { loaded: ClubWords; since: object; words: ClubWords } | null = null

function withSince(root: { club: ClubWords } | undefined): ClubWords {
  if (!root) throw new Error('the page has no words of the club')
  const { club: loaded } = root
  if (since === null) return loaded
  if (known?.loaded !== loaded || known.since !== since) {
    const club = { ...loaded, ...since }
    known = { loaded, since, words: namedThroughout(club, club.identity) }
  }
  return known.words
}

/** null: the page could not be made, and says nothing of the club. */
export function useClubIfAny(): ClubWords | null {
  useSyncExternalStore(subscribe, sinceNow, sinceNow)
  const root = useRouteLoaderData(ROOT_ID) as { club: ClubWords } | undefined
  return root ? withSince(root) : null
}

export function useClub(): ClubWords {
  const club = useClubIfAny()
  if (!club) throw new Error('the page has no words of the club')
  return club
}

/** The same for a route's `meta`, which has no hooks. */
export function clubOf({
  matches,
}: {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}): ClubWords {
  const root = matches.find((match) => match?.id === ROOT_ID)
  return withSince(root?.loaderData as { club: ClubWords } | undefined)
}

/** Words that ship and nobody edits, with the club's name in them. */
export function useNamed<T>(words: T): T {
  return namedThroughout(words, useClub().identity)
}

/** The club's profiles that have an address, in the order of the footer. */
export const socialLinks = (links: ClubWords['links']): { label: string; url: string }[] =>
  [
    { label: 'Instagram', url: links.instagram },
    { label: 'Facebook', url: links.facebook },
    { label: 'SoundCloud', url: links.soundcloud },
    { label: 'Resident Advisor', url: links.residentAdvisor },
    { label: 'YouTube', url: links.youtube },
  ].flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]))
