import { type ClientLoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { Heading } from '../../layout/heading.tsx'
import { declarationAt } from '../../paths.ts'
import type { Origin } from '../conflict/merge.ts'
import { draftKey, readDraft } from '../draft/drafts.ts'
import { ItemForm } from './item-form.tsx'
import type { ItemValues } from './values.ts'

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return { draft: await readDraft<ItemValues, Origin>(draftKey(new URL(request.url).pathname)) }
}

/** A draft is read once, when the form opens: what the form holds later is newer. */
export const shouldRevalidate = () => false

export default function Create() {
  const { pathname } = useLocation()
  const { draft } = useLoaderData<typeof clientLoader>()
  const declaration = declarationAt(pathname)
  return (
    <div key={pathname} className="screen">
      <Heading>Crear {declaration.words.one}</Heading>
      <ItemForm declaration={declaration} path={pathname} draft={draft} version={null} />
    </div>
  )
}
