/** Rows of a list that are chosen, to have one thing done to all of them. */

import { useCallback, useState } from 'react'
import { Button } from '../../../admin-layout/button.tsx'

/** By their ids, with what is known of each. */
type Chosen<T> = ReadonlyMap<string, T>

export function useChoosing<T>() {
  const [chosen, setChosen] = useState<Chosen<T>>(new Map())
  /** The same function always: rows that are told of it are not drawn again for that. */
  const choose = useCallback((rows: Iterable<[id: string, row: T]>, isChosen: boolean) => {
    setChosen((before) => {
      const next = new Map(before)
      for (const [id, row] of rows) {
        if (isChosen) next.set(id, row)
        else next.delete(id)
      }
      return next
    })
  }, [])
  return { chosen, setChosen, choose, chooseNone: () => setChosen(new Map()) }
}

interface ChoiceProps {
  isChosen: boolean
  onChoose(isChosen: boolean): void
}

/** @param props.name of the row, with its article where it needs one */
export const Choice = ({ name, isChosen, onChoose }: ChoiceProps & { name: string }) => (
  <label className="choice">
    <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
    <span className="unseen">Elegir {name}</span>
  </label>
)

/** @param props.count how many the page has; of a single one there is no choice */
export const ChooseAll = ({ count, isChosen, onChoose }: ChoiceProps & { count: number }) =>
  count > 1 && (
    <label className="choice choice-all">
      <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
      Elegir {count === 2 ? 'los dos' : `los ${count}`} de esta página
    </label>
  )

interface ChosenCountProps {
  count: number
  /** To how many it is done; null: nothing is being done, or all at once. */
  done?: number | null
  onNone(): void
}

/** In the bar: how many are chosen, and the way back to none. */
export const ChosenCount = ({ count, done = null, onNone }: ChosenCountProps) => (
  <>
    <p className="sending" role="status">
      {done !== null ? `${done} de ${count}…` : count === 1 ? '1 elegido' : `${count} elegidos`}
    </p>
    <Button onClick={onNone}>Ninguno</Button>
  </>
)
