/** What every page may say of the club: who it is, where, and how it is reached. Words of one page come with that page. */
import { useRouteLoaderData } from 'react-router'
import { namedThroughout, type Site } from '../contract/site/site.ts'
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
  look: { accent: look.accent, bpm: look.bpm, logo: logoOf(look) },
})

function logoOf({ logo, images }: Site['look']): PictureSource | null {
  const picture = logo === null ? undefined : images[logo]
  return picture ? withoutPlaceholder(picture) : null
}

export function useClub(): ClubWords {
  const root = useRouteLoaderData('root') as { club: ClubWords } | undefined
  if (!root) throw new Error('the page has no words of the club')
  return root.club
}

/** The same for a route's `meta`, which has no hooks. */
export function clubOf({
  matches,
}: {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}): ClubWords {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { club: ClubWords } | undefined
  if (!root) throw new Error('the page has no words of the club')
  return root.club
}

/** Words that ship and nobody edits, with the club's name in them. */
export function useNamed<T>(words: T): T {
  return namedThroughout(words, useClub().identity)
}
