import { usePageTexts } from '../page-texts.ts'
import { Share } from './share.island.tsx'

/** The button that shares the current page. */
export const ShareButton = ({ title }: { title: string }) => (
  <Share title={title} label={usePageTexts().share} />
)
