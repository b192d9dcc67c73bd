import { useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useLocation } from 'react-router'
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { copyPath, itemAuditLogPath } from '../../../admin-layout/paths.ts'
import { getDeclarationAt, listItemScreens } from '../../../admin-layout/screen-list.ts'
import { Heading, ProblemText } from '../../../admin-layout/screen-parts.tsx'
import { loadChunk } from '../../../api/client/load-chunk.ts'
import type { Declaration } from '../../shared/fields.ts'
import { formatItemName } from '../../shared/item-names.ts'
import { findItemPage } from '../../shared/item-pages.ts'
import { getPublicationState } from '../../shared/publication.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import type { ItemVersion } from '../item/item-version.ts'
import { ShareItem } from '../share/share-item.tsx'
import { createUnknownSource, isNew } from './copied-values.ts'
import { isAllOwn } from './editor/stored-conflict.ts'
import { readItemDraft } from './editor/use-item-editor.ts'
import { ItemForm } from './item-form.tsx'
import { PreviewLink } from './preview/preview-link.tsx'

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const { pathname } = new URL(request.url)
  const [answer, draft] = await Promise.all([
    adminApi.get(`/${getDeclarationAt(pathname).name}/:id`, { params: { id: params.id ?? '' } }),
    readItemDraft(pathname),
  ])
  // True when the draft is outdated, but the same administrator made all later saves. The form reports later saves of
  // anybody else as a conflict with another editor.
  const isOwn =
    answer.ok &&
    draft !== null &&
    draft.origin.etag !== answer.etag &&
    (await isAllOwn(getDeclarationAt(pathname).name, answer.value._id, draft.origin.etag))
  // Not awaited, because the search for the source loads other nights and must not delay the form.
  const copySource =
    answer.ok && isNew(answer.value) ? copySourceFor(getDeclarationAt(pathname).name, answer.value) : null
  return { answer, draft, isOwn, copySource }
}

/** Finds the source of a copy. The code is loaded on demand, because only items that were never published need it. */
async function copySourceFor(resource: ResourceName, item: AnyEntity) {
  try {
    const { findCopySource } = await loadChunk('copia', () => import('../item/copy-source.ts'))
    return await findCopySource(resource, item)
  } catch (error) {
    console.error(error)
    return createUnknownSource(item)
  }
}

export default function Edit() {
  const { pathname } = useLocation()
  return <Item key={pathname} />
}

function Item() {
  const { pathname } = useLocation()
  const { answer, draft, isOwn, copySource } = useLoaderData<typeof clientLoader>()
  const declaration = getDeclarationAt(pathname)
  const [saved, setSaved] = useState<ItemVersion | null>(null)
  const item = saved?.item ?? (answer.ok ? answer.value : null)
  return (
    <div className="screen">
      <Heading lead={item && <bdi>{formatItemName(declaration, item)}</bdi>}>
        Editar {declaration.words.one}
      </Heading>
      {item && <ItemLinks declaration={declaration} item={item} />}
      {item && <PreviewLink resource={declaration.name} item={item} />}
      {answer.ok ? (
        <ItemForm
          declaration={declaration}
          path={pathname}
          draft={draft}
          version={{ item: answer.value, etag: answer.etag }}
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

interface ItemLinksProps {
  declaration: Declaration & { name: ResourceName }
  item: AnyEntity
}

/** The links and actions that the screen offers in addition to the form. */
function ItemLinks({ declaration, item }: ItemLinksProps) {
  const page = findItemPage(declaration.name, item)
  return (
    <nav aria-label="Este ítem" className="screen-actions">
      {getPublicationState(item, Date.now()) === 'published' && (
        <a className="button" href={page}>
          Ver en el sitio
        </a>
      )}
      <ShareItem
        resource={declaration.name}
        item={item}
        name={formatItemName(declaration, item)}
        page={page}
      />
      {listItemScreens(declaration.name, item._id).map(({ to, label }) => (
        <Link key={to} className="button" to={to}>
          {label}
        </Link>
      ))}
      {declaration.fieldsNotCopied && (
        <Link className="button" to={copyPath(declaration, item._id)}>
          Duplicar
        </Link>
      )}
      <Link className="button" to={itemAuditLogPath(declaration.name, item._id)}>
        Historial
      </Link>
    </nav>
  )
}
