import './item.css'
import { getItemParts } from '../../../admin-layout/feature-parts.ts'
import { useClub } from '../../../pages/club-settings.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { StateLine } from '../publication/state-line.tsx'
import type { ItemStamp } from './item-action.ts'

/** Returns the stamps of an item. @param timeZone the club's IANA time zone */
const listItemStamps = (resource: ResourceName, item: AnyEntity, timeZone: string): ItemStamp[] =>
  getItemParts(resource).listStamps?.(item, Date.now(), timeZone) ?? []

interface ItemStateProps {
  resource: ResourceName
  item: AnyEntity
}

/** The state of an item that is not simply published: hidden, cancelled, moved or sold out. */
export function ItemState({ resource, item }: ItemStateProps) {
  const { timeZone } = useClub().identity
  return (
    <>
      <StateLine item={item} />
      {listItemStamps(resource, item, timeZone).map(({ name, word }) => (
        <p key={name} className="state-line" data-stamp={name}>
          <strong className="state-word">{word}</strong>
        </p>
      ))}
    </>
  )
}
