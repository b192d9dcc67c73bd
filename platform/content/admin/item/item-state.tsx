import './item.css'
import { stampWords } from '../../../../features/nights/shared/night-state.ts'
import { useClub } from '../../../pages/club-words.ts'
import type { Declaration } from '../../shared/fields.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import { StateLine } from '../publication/state-line.tsx'
import { stampOfItem } from './night.ts'

interface ItemStateProps {
  declaration: Declaration
  item: AnyEntity
}

/** What is not as usual with an item: nobody sees it yet, or the night is off, moved or sold out. First a word, then its form. */
export function ItemState({ declaration, item }: ItemStateProps) {
  const stamp = stampOfItem(declaration, item, useClub().identity.timeZone)
  return (
    <>
      <StateLine item={item} />
      {stamp && (
        <p className="state-line" data-stamp={stamp}>
          <strong className="state-word">{stampWords[stamp]}</strong>
        </p>
      )}
    </>
  )
}
