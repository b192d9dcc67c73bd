/** The chosen rows of a list, for actions on several items. */

import { useCallback, useState } from 'react'
import { Button } from '../admin-layout/button.tsx'
import { liveRegion } from '../ui/live-region.ts'

/** The chosen rows by id. */
type ChosenRows<T> = ReadonlyMap<string, T>

export function useChoosing<T>() {
  const [chosen, setChosen] = useState<ChosenRows<T>>(new Map())
  /**
   * `useCallback` keeps the function the same in all renderings, because a new function would render all memoized rows
   * again.
   */
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

interface CheckboxProps {
  isChosen: boolean
  onChoose(isChosen: boolean): void
}

/** Checkbox of one row. @param props.name the name of the row, with an article where Spanish needs one */
export const RowCheckbox = ({ name, isChosen, onChoose }: CheckboxProps & { name: string }) => (
  <label className="choice">
    <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
    <span className="unseen">Elegir {name}</span>
  </label>
)

/** Checkbox of all rows. It is not shown for a single row. @param props.count number of rows on the page */
export const AllRowsCheckbox = ({ count, isChosen, onChoose }: CheckboxProps & { count: number }) =>
  count > 1 && (
    <label className="choice choice-all">
      <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
      Elegir {count === 2 ? 'los dos' : `los ${count}`} de esta página
    </label>
  )

interface ChosenCountProps {
  count: number
  /** Number of finished items. null while no action is running. */
  done?: number | null
  onNone(): void
}

/** The number of chosen rows, with a button that clears the choice. */
export const ChosenCount = ({ count, done = null, onNone }: ChosenCountProps) => (
  <>
    <p className="sending" {...liveRegion}>
      {done !== null ? `${done} de ${count}…` : count === 1 ? '1 elegido' : `${count} elegidos`}
    </p>
    <Button onClick={onNone}>Ninguno</Button>
  </>
)
