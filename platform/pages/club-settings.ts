/** The settings of the club that every page needs, such as name, address and links. Each page loads its other settings itself. */
import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Localized } from '../content/shared/translations.ts'
import { fillAllPlaceholders, type SiteSettings } from '../settings/shared/site-settings.ts'

/** Id of the root route. Its loader returns the data that every page needs. */
export const ROOT_ID = 'root'

/** `notice.text` is null while the notice is not shown. */
export type ClubSettings = {
  [G in 'identity' | 'contact' | 'visit' | 'footer' | 'notice']: Localized<SiteSettings[G]>
} & {
  links: SiteSettings['links']
  look: {
    /** CSS rule with the accent colour and the beat of the club. Empty when the colour is invalid. */
    rule: string
    /** URL of the logo, with its width and height. px */
    logo: { src: string; width: number; height: number } | null
  }
}

/**
 * Settings that were saved after the page was loaded. They replace those in the root data, which the back office does not
 * load again.
 */
let replacements: Partial<ClubSettings> | null = null
const listeners = new Set<() => void>()

/** Shows saved settings in all components. Runs in the browser only. */
export function replaceClubSettings(settings: Partial<ClubSettings>): void {
  replacements = { ...replacements, ...settings }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const getReplacements = () => replacements

/** Cache of the last result of `mergeReplacements`, because many components call it. */
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

/** Returns the settings. null on an error page for which the root data could not be loaded */
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

/** Like `useClub`, for the `meta` function of a route, because it cannot use hooks. */
export function findClub({
  matches,
}: {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}): ClubSettings {
  const root = matches.find((match) => match?.id === ROOT_ID)
  return mergeReplacements(root?.loaderData as { club: ClubSettings } | undefined)
}

/** Fills `{club}` and `{city}` in fixed texts. Texts from settings are filled already. */
export function useTextWithClubName<T>(text: T): T {
  return fillAllPlaceholders(text, useClub().identity)
}

/** Lists the social profiles that have a URL, in the order of the footer. */
export const listSocialLinks = (links: ClubSettings['links']): { label: string; url: string }[] =>
  [
    { label: 'Instagram', url: links.instagram },
    { label: 'Facebook', url: links.facebook },
    { label: 'SoundCloud', url: links.soundcloud },
    { label: 'Resident Advisor', url: links.residentAdvisor },
    { label: 'YouTube', url: links.youtube },
  ].flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]))
