import './item.css'
import { moduleName } from '../../../api/client/load-chunk.ts'
import { useClub } from '../../../pages/club-settings.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { StateLine } from '../publication/state-line.tsx'

/** A word that lists show with an item, such as CANCELADA. Features define stamps in `admin/<resource>.stamp.ts`. */
export interface ItemStamp {
  name: string
  /** A Spanish word. */
  word: string
}

interface StampModule {
  /** Returns the stamps of an item. @param now ms since 1970 @param timeZone the club's IANA time zone */
  default(item: AnyEntity, now: number, timeZone: string): ItemStamp[]
}

const modules = import.meta.glob<StampModule>('/features/*/admin/*.stamp.ts', { eager: true })

const stamps = new Map(
  Object.entries(modules).map(([file, { default: listStamps }]) => [
    moduleName(file, '.stamp.ts'),
    listStamps,
  ]),
)

/** Returns the stamps of an item. @param timeZone the club's IANA time zone */
export const listItemStamps = (resource: ResourceName, item: AnyEntity, timeZone: string): ItemStamp[] =>
  stamps.get(resource)?.(item, Date.now(), timeZone) ?? []

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
