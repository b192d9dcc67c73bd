/** The settings of the club that every page needs. A page loads its own settings itself. */
import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import { fillAllPlaceholders, type SiteSettings } from '../settings/shared/site-settings.ts'
import type { Localized } from '../shared/localize.ts'

/** Id of the root route, whose loader data every page reads. */
export const ROOT_ID = 'root'

/** The notice has no text while it is not shown. */
export type ClubSettings = {
  [G in 'identity' | 'contact' | 'footer' | 'notice']: Localized<SiteSettings[G]>
} & {
  links: SiteSettings['links']
  look: {
    /** CSS rule with the club's accent colour and beat, or an empty text. */
    rule: string
    /** Width and height in px. */
    logo: { src: string; width: number; height: number } | null
  }
}

/** Settings that the back office saved since the page was loaded. Its screens do not load them again. */
let replacements: Partial<ClubSettings> | null = null
const listeners = new Set<() => void>()

/** Applies saved settings to everything on the screen. Runs in the browser only. */
export function replaceClubSettings(settings: Partial<ClubSettings>): void {
  replacements = { ...replacements, ...settings }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const getReplacements = () => replacements

/** The last result of `mergeReplacements`, which many components of a screen call. */
let merged: { loaded: ClubSettings; replacements: object; settings: ClubSettings } | null = null

function mergeReplacements(root: { club: ClubSettings } | undefined): ClubSettings {
  if (!root) throw new Error('the page has no settings of the club')
  const { club: loaded } = root
  if (replacements === null) return loaded
  if (merged?.loaded !== loaded || merged.replacements !== replacements) {
    const club = { ...loaded, ...replacements }
    merged = { loaded, replacements, settings: fillAllPlaceholders(club, club.identity) }
  }
  return merged.settings
}

/** @returns null on an error page whose root data could not be loaded */
export function useOptionalClub(): ClubSettings | null {
  useSyncExternalStore(subscribe, getReplacements, getReplacements)
  const root = useRouteLoaderData(ROOT_ID) as { club: ClubSettings } | undefined
  return root ? mergeReplacements(root) : null
}

export function useClub(): ClubSettings {
  const club = useOptionalClub()
  if (!club) throw new Error('the page has no settings of the club')
  return club
}

/** Like `useClub`, for a route's `meta`, which cannot use hooks. */
export function findClub({
  matches,
}: {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}): ClubSettings {
  const root = matches.find((match) => match?.id === ROOT_ID)
  return mergeReplacements(root?.loaderData as { club: ClubSettings } | undefined)
}

/** Inserts the club's name into texts that have no setting. */
export function useTextWithClubName<T>(text: T): T {
  return fillAllPlaceholders(text, useClub().identity)
}

/** The social profiles of the club that have a URL, in the order of the footer. */
export const listSocialLinks = (links: ClubSettings['links']): { label: string; url: string }[] =>
  [
    { label: 'Instagram', url: links.instagram },
    { label: 'Facebook', url: links.facebook },
    { label: 'SoundCloud', url: links.soundcloud },
    { label: 'Resident Advisor', url: links.residentAdvisor },
    { label: 'YouTube', url: links.youtube },
  ].flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]))
