import { useState } from 'react'
import { type ClientLoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { declarationAt } from '../../../admin-layout/paths.ts'
import { Heading, ProblemText } from '../../../admin-layout/screen-parts.tsx'
import { loadChunk } from '../../../api/client/load-chunk.ts'
import { nameOf } from '../../../shared/names.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import type { Origin, Version } from '../conflict/merge-edits.ts'
import { isAllOwn } from '../conflict/own.ts'
import { draftKey, readDraft } from '../draft/draft-storage.ts'
import { isNew, unknownSource } from './copied-values.ts'
import { asForm, toFormItem } from './field-names.ts'
import { ItemForm } from './item-form.tsx'
import { ItemLinks } from './item-links.tsx'
import type { ItemValues } from './item-values.ts'
import { PreviewLink } from './preview/preview-link.tsx'

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const { pathname } = new URL(request.url)
  const [answer, draft] = await Promise.all([
    adminApi.get(`/${declarationAt(pathname).name}/:id`, { params: { id: params.id ?? '' } }),
    readDraft<ItemValues, Origin>(draftKey(pathname)),
  ])
  // Drafts that were overtaken ask who did it.
  const isOwn =
    answer.ok &&
    draft !== null &&
    draft.origin.etag !== answer.etag &&
    (await isAllOwn(declarationAt(pathname).name, answer.value._id, draft.origin.etag))
  // Not awaited: the form opens before the other nights are compared.
  const copySource =
    answer.ok && isNew(answer.value) ? copySourceFor(declarationAt(pathname).name, answer.value) : null
  return { answer, draft, isOwn, copySource }
}

/** Few items are edited before they were ever published. */
async function copySourceFor(resource: ResourceName, item: AnyEntity) {
  try {
    const { findCopySource } = await loadChunk('copia', () => import('../item/copy-source.ts'))
    return await findCopySource(resource, item)
  } catch (error) {
    console.error(error)
    return unknownSource(item)
  }
}

export default function Edit() {
  const { pathname } = useLocation()
  return <Item key={pathname} />
}

function Item() {
  const { pathname } = useLocation()
  const { answer, draft, isOwn, copySource } = useLoaderData<typeof clientLoader>()
  const stored = declarationAt(pathname)
  const declaration = asForm(stored)
  /** As it was last saved here. */
  const [saved, setSaved] = useState<Version | null>(null)
  const item = saved?.item ?? (answer.ok ? answer.value : null)
  return (
    <div className="screen">
      <Heading lead={item ? nameOf(declaration, item) : undefined}>Editar {declaration.words.one}</Heading>
      {item && <ItemLinks declaration={declaration} item={item} />}
      {item && <PreviewLink resource={declaration.name} item={item} />}
      {answer.ok ? (
        <ItemForm
          declaration={declaration}
          path={pathname}
          draft={draft}
          version={{ item: toFormItem(stored, answer.value), etag: answer.etag }}
          isOwn={isOwn}
          copySource={copySource}
          onSaved={setSaved}
        />
      ) : (
        <ProblemText problem={answer.problem} />
      )}
    </div>
  )
}
