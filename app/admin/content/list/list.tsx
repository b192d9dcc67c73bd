import { Link, useLoaderData, useLocation, useSearchParams } from 'react-router'
import { cameFrom, FROM_KEY } from '../../../client/session.ts'
import { Heading } from '../../layout/heading.tsx'
import { copyPath, declarationAt, editPath } from '../../paths.ts'
import { ItemList, type LoadedItems, loadItems } from './item-list.tsx'

export const clientLoader = loadItems

/** Chooses the item to change. */
export default function UpdateList() {
  const { pathname } = useLocation()
  const declaration = declarationAt(pathname)
  const loaded = useLoaderData<LoadedItems>()
  const from = cameFrom(useSearchParams()[0])
  const way = from === null ? '' : `?${new URLSearchParams({ [FROM_KEY]: from })}`
  return (
    <div key={pathname} className="screen">
      <Heading>Editar {declaration.words.one}</Heading>
      <ItemList
        {...loaded}
        declaration={declaration}
        action={(item, name) => (
          <>
            <Link className="button item-link" to={editPath(declaration, item._id) + way}>
              Editar<span className="unseen"> {name}</span>
            </Link>
            {declaration.copiedWithout && (
              <Link className="button item-copy" to={copyPath(declaration, item._id)}>
                Duplicar<span className="unseen"> {name}</span>
              </Link>
            )}
          </>
        )}
      />
    </div>
  )
}
