import { useRef, useState } from 'react'
import { useLoaderData, useLocation, useRevalidator, useSearchParams } from 'react-router'
import { nameOf } from '../../../../contract/names.ts'
import { cameFrom, FROM_KEY } from '../../../client/session.ts'
import { Heading } from '../../layout/heading.tsx'
import { declarationAt } from '../../paths.ts'
import { Bar } from '../form/action-bar.tsx'
import { ItemActions } from '../item/item-actions.tsx'
import { type Named, RemoveItems } from '../item/remove-items.tsx'
import { type Undoable, useUndo } from '../item/undo.tsx'
import { ItemList, type LoadedItems } from './item-list.tsx'

const none: Named = new Map()

/** The one list of a resource, at each address that specified words lead to. */
export function ListScreen({ verb }: { verb: 'Editar' | 'Borrar' }) {
  const declaration = declarationAt(useLocation().pathname)
  const loaded = useLoaderData<LoadedItems>()
  const revalidator = useRevalidator()
  const from = cameFrom(useSearchParams()[0])
  const [chosen, setChosen] = useState(none)
  const [asking, setAsking] = useState(none)
  const screen = useRef<HTMLDivElement>(null)
  const { words, noticeMs: ms } = declaration
  const undo = useUndo({ ms, onUndone: () => revalidator.revalidate() })
  const isRemoving = verb === 'Borrar'

  async function show(undoable?: Undoable, gone = none) {
    setChosen(new Map([...chosen].filter(([id]) => !gone.has(id))))
    await revalidator.revalidate()
    if (undoable) undo.offer(undoable)
    else screen.current?.querySelector('h1')?.focus()
  }

  function choose(items: Iterable<[id: string, name: string]>, isChosen: boolean) {
    const next = new Map(chosen)
    for (const [id, name] of items) {
      if (isChosen) next.set(id, name)
      else next.delete(id)
    }
    setChosen(next)
  }

  const items = loaded.answer.ok ? loaded.answer.value : []
  return (
    <div ref={screen} className="screen">
      <Heading>
        {verb} {words.one}
      </Heading>
      <ItemList
        {...loaded}
        declaration={declaration}
        {...(isRemoving && {
          choice: ({ _id }, name) => (
            <label className="choice">
              <input
                type="checkbox"
                checked={chosen.has(_id)}
                onChange={({ target }) => choose([[_id, name]], target.checked)}
              />
              <span className="unseen">Elegir {name}</span>
            </label>
          ),
        })}
        action={(item) => (
          <ItemActions
            declaration={declaration}
            item={item}
            onChanged={(undoable) => void show(undoable, new Map([[item._id, '']]))}
            first={isRemoving ? 'remove' : 'edit'}
            search={from === null ? '' : `?${new URLSearchParams({ [FROM_KEY]: from })}`}
          />
        )}
      >
        {isRemoving && items.length > 1 && (
          <label className="choice choice-all">
            <input
              type="checkbox"
              checked={items.every(({ _id }) => chosen.has(_id))}
              onChange={({ target }) =>
                choose(
                  items.map((item) => [item._id, nameOf(declaration, item)]),
                  target.checked,
                )
              }
            />
            Elegir {items.length === 2 ? 'los dos' : `los ${items.length}`} de esta página
          </label>
        )}
      </ItemList>
      {(chosen.size > 0 || undo.rows) && (
        <Bar>
          {undo.rows}
          {chosen.size > 0 && (
            <>
              <p className="sending" role="status">
                {chosen.size === 1 ? '1 elegido' : `${chosen.size} elegidos`}
              </p>
              <button type="button" className="button" onClick={() => setChosen(none)}>
                Ninguno
              </button>
              <button type="button" className="button button-danger" onClick={() => setAsking(chosen)}>
                Borrar {chosen.size === 1 ? 'el elegido' : `los ${chosen.size}`}
              </button>
            </>
          )}
        </Bar>
      )}
      {asking.size > 0 && (
        <RemoveItems
          declaration={declaration}
          items={asking}
          onChanged={(undoable) => void show(undoable, asking)}
          onClose={() => setAsking(none)}
        />
      )}
    </div>
  )
}
