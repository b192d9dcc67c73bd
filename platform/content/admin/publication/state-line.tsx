import './publication.css'
import { useClub } from '../../../pages/club-settings.ts'
import { getPublicationState, type Publication } from '../../shared/publication.ts'
import { describeState } from './publication-words.ts'

/** The state of an item in a list. Renders nothing for published items without an end. */
export function StateLine({ item }: { item: Publication }) {
  const { timeZone } = useClub().identity
  const now = Date.now()
  const state = getPublicationState(item, now)
  if (state === 'published' && item.unpublishAt === null) return null
  const [word, ...rest] = describeState(item, now, timeZone).split(':')
  return (
    <p className="state-line" data-state={state}>
      <strong className="state-word">{word}</strong>
      {rest.length > 0 && `:${rest.join(':')}`}
    </p>
  )
}
