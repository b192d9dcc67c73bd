import './item.css'
import { useClub } from '../../../pages/club-words.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { StateLine } from '../publication/state-line.tsx'
import { stampOfItem } from './item-stamp.ts'

interface ItemStateProps {
  resource: ResourceName
  item: AnyEntity
}

/** What is not as usual with an item: nobody sees it yet, or the night is off, moved or sold out. First a word, then its form. */
export function ItemState({ resource, item }: ItemStateProps) {
  const stamp = stampOfItem(resource, item, useClub().identity.timeZone)
  return (
    <>
      <StateLine item={item} />
      {stamp && (
        <p className="state-line" data-stamp={stamp.name}>
          <strong className="state-word">{stamp.word}</strong>
        </p>
      )}
    </>
  )
}
