import './item.css'
import { useClub } from '../../../pages/club-words.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { StateLine } from '../publication/state-line.tsx'
import { stampOfItem } from './item-stamp.ts'

interface ItemStateProps {
  resource: ResourceName
  item: AnyEntity
}

/** The state of an item that is not simply published: hidden, cancelled, moved or sold out. A word first, then its style. */
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
