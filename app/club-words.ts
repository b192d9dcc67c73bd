/** What every page may say of the club: who it is, where, and how it is reached. Words of one page come with that page. */
import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { GroupName } from '../contract/site/groups.ts'
import { type Group, namedThroughout, type Site } from '../contract/site/site.ts'
import { type PictureSource, withoutPlaceholder } from './ui/picture.tsx'

/** The notice has no text while it is not shown. */
export type ClubWords = Pick<Site, 'identity' | 'contact' | 'links' | 'footer' | 'notice'> & {
  look: Pick<Site['look'], 'accent' | 'bpm'> & { logo: PictureSource | null }
}

/** Of all that the club says, what every page has. */
export const clubWords = ({ identity, contact, links, footer, notice, look }: Site): ClubWords => ({
  identity,
  contact,
  links,
  footer,
  notice,
  look: lookOf(look),
})

function lookOf({ accent, bpm, logo, images }: Site['look']): ClubWords['look'] {
  const picture = logo === null ? undefined : images[logo]
  return { accent, bpm, logo: picture ? withoutPlaceholder(picture) : null }
}

/** What was said here since the page was loaded, which nobody loads again in the back office. */
let since: Partial<ClubWords> | null = null
const listeners = new Set<() => void>()

/** In the browser: what a group says from now on, in all that is shown. A notice is said by pages alone, while it lasts. */
export function sayFromNow(name: GroupName, group: Group): void {
  if (name === 'notice') return
  since = { ...since, [name]: name === 'look' ? lookOf(group as Group<'look'>) : group }
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
  const root = useRouteLoaderData('root') as { club: ClubWords } | undefined
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
  const root = matches.find((match) => match?.id === 'root')
  return withSince(root?.loaderData as { club: ClubWords } | undefined)
}

/** Words that ship and nobody edits, with the club's name in them. */
export function useNamed<T>(words: T): T {
  return namedThroughout(words, useClub().identity)
}
