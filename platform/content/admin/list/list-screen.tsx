import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLoaderData, useLocation, useRevalidator, useSearchParams } from 'react-router'
import { countOf } from '../../../admin-layout/admin-words.ts'
import { lazyPart } from '../../../admin-layout/lazy-part.tsx'
import { declarationAt } from '../../../admin-layout/paths.ts'
import { Heading } from '../../../admin-layout/screen-parts.tsx'
import { ChunkError } from '../../../api/client/chunk-error.ts'
import { loadChunk } from '../../../api/client/load-chunk.ts'
import { cameFrom, FROM_KEY } from '../../../auth/client/session.ts'
import { fullNameOf } from '../../../shared/names.ts'
import { notify } from '../../../ui/notify.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import { Bar } from '../form/action-bar.tsx'
import { FormProblemRow, useFormProblem } from '../form/form-problem.tsx'
import { ItemActions } from '../item/item-actions.tsx'
import { RemoveItems } from '../item/later.ts'
import type { Named } from '../item/remove-items.tsx'
import { type Undoable, useUndo } from '../item/undo.tsx'
import { ChooseAll, ChosenCount, useChoosing } from './choosing.tsx'
import { ItemList, type LoadedItems } from './item-list.tsx'
import { findPlace, forgetPlace, rememberPlace } from './place.ts'

const OrderList = lazyPart('orden', async () => (await import('./order-list.tsx')).OrderList)

const none: Named = new Map()

/** The one list of a resource, at each address that specified words lead to; at one of them choosing is switched on. */
export function ListScreen({ verb }: { verb: 'Editar' | 'Borrar' }) {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const declaration = useMemo(() => declarationAt(pathname), [pathname])
  const loaded = useLoaderData<LoadedItems>()
  const revalidator = useRevalidator()
  const from = cameFrom(useSearchParams()[0])
  const isRemoving = verb === 'Borrar'
  const [isChoosing, setChoosing] = useState(isRemoving)
  const [isOrdering, setOrdering] = useState(false)
  const { chosen, setChosen, choose, chooseNone } = useChoosing<string>()
  const [asking, setAsking] = useState(none)
  /** How many of the chosen are done; null: nothing is being done. */
  const [count, setCount] = useState<number | null>(null)
  const [place] = useState(() => findPlace(address))
  const screen = useRef<HTMLDivElement>(null)
  const { name: resource, words, noticeMs: ms } = declaration
  const undo = useUndo({ ms, onUndone: () => revalidator.revalidate() })
  const { problem, report, clearProblem } = useFormProblem(ms)

  // An effect runs after the router has scrolled to the top. The place is not forgotten while rendering, because React can
  // render a screen more than once before it shows it.
  useEffect(() => {
    if (!place) return
    forgetPlace(place)
    scrollTo(0, place.y)
  }, [place])

  async function show(undoable?: Undoable, gone = none) {
    setChosen(new Map([...chosen].filter(([id]) => !gone.has(id))))
    await revalidator.revalidate()
    if (undoable) undo.offer(undoable)
    else screen.current?.querySelector('h1')?.focus()
  }

  /** As it is by the time something has been done. */
  const latest = useRef(show)
  latest.current = show
  // The same function while the address is: a row is drawn again when it changes, and not whenever something else does.
  const action = useCallback(
    (item: AnyEntity) => (
      <ItemActions
        declaration={declaration}
        item={item}
        onChanged={(undoable) => void latest.current(undoable, new Map([[item._id, '']]))}
        onEdit={() => rememberPlace(address, item._id)}
        first={isRemoving ? 'remove' : 'edit'}
        search={from === null ? '' : `?${new URLSearchParams({ [FROM_KEY]: from })}`}
      />
    ),
    [declaration, address, from, isRemoving],
  )

  /** Publishes or hides what is chosen; what could not be is still chosen, and named. */
  async function change(to: 'publishing' | 'drafting', did: string, couldNot: string) {
    if (count !== null) return
    clearProblem()
    setCount(0)
    const bulk = await loadChunk('cambios', () => import('./bulk.ts')).catch((error: ChunkError) => error)
    if (bulk instanceof ChunkError) {
      console.error(bulk)
      setCount(null)
      report(bulk.message)
      return
    }
    const { changeAll, inWords } = bulk
    const { done, failed, detail, undo: back } = await changeAll(resource, chosen, to, setCount)
    setCount(null)
    setChosen(failed)
    const say = done.size === 1 ? inWords(done.values()) : countOf(done.size, words)
    if (failed.size > 0) report(`${couldNot} ${inWords(failed.values())}. ${detail}`)
    if (done.size === 0) {
      if (failed.size === 0) notify({ title: 'Actualizado', text: 'Ya estaba así: no cambió nada.', ms })
      return
    }
    notify({ title: 'Actualizado', text: `${did} ${say}.`, ms })
    await revalidator.revalidate()
    undo.offer({ said: `${did} ${say}.`, back: `Como antes: ${say}.`, takesFocus: true, undo: back })
  }

  const items = loaded.answer.ok ? loaded.answer.value : []
  if (isOrdering)
    return (
      <div key="order" className="screen">
        <Heading>Ordenar {words.several ?? words.many.toLowerCase()}</Heading>
        <OrderList
          declaration={declaration}
          onDone={() => {
            setOrdering(false)
            void revalidator.revalidate()
          }}
        />
      </div>
    )
  return (
    <div key="list" ref={screen} className="screen">
      <Heading>{isRemoving ? `${verb} ${words.one}` : (declaration.atHand?.many ?? words.many)}</Heading>
      <ItemList
        {...loaded}
        declaration={declaration}
        left={place?.id}
        tools={
          items.length > 0 && (
            <>
              <Link className="button" to={declaration.admin.create}>
                Crear {words.one}
              </Link>
              <button
                type="button"
                className="button"
                aria-pressed={isChoosing}
                onClick={() => {
                  chooseNone()
                  setChoosing(!isChoosing)
                }}
              >
                Elegir<span className="unseen"> varios</span>
              </button>
              {declaration.ordered && (
                <button type="button" className="button" onClick={() => setOrdering(true)}>
                  Ordenar
                </button>
              )}
            </>
          )
        }
        {...(isChoosing && { chosen, choose })}
        action={action}
      >
        {isChoosing && (
          <ChooseAll
            count={items.length}
            isChosen={items.every(({ _id }) => chosen.has(_id))}
            onChoose={(isChosen) =>
              choose(
                items.map((item) => [item._id, fullNameOf(declaration, item)]),
                isChosen,
              )
            }
          />
        )}
      </ItemList>
      {(chosen.size > 0 || problem || undo.rows) && (
        <Bar>
          {problem && <FormProblemRow problem={problem} />}
          {undo.rows}
          {chosen.size > 0 && (
            <>
              <ChosenCount count={chosen.size} done={count} onNone={chooseNone} />
              <button
                type="button"
                className="button"
                onClick={() => void change('publishing', 'Publicaste', 'No se publicó')}
              >
                Publicar
              </button>
              <button
                type="button"
                className="button"
                onClick={() => void change('drafting', 'Pasaste a borrador', 'No pasó a borrador')}
              >
                Pasar a borrador
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
