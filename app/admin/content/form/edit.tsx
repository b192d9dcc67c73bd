import { type ClientLoaderFunctionArgs, Link, useLoaderData, useLocation } from 'react-router'
import { nameOf } from '../../../../contract/names.ts'
import { api } from '../../../client/api.ts'
import { Heading } from '../../layout/heading.tsx'
import { ProblemText } from '../../layout/problem-text.tsx'
import { asAdministrator } from '../../layout/session-end.ts'
import { copyPath, declarationAt, itemHistoryPath } from '../../paths.ts'
import type { Origin } from '../conflict/merge.ts'
import { draftKey, readDraft } from '../draft/drafts.ts'
import { ItemForm } from './item-form.tsx'
import { PreviewLink } from './preview-link.tsx'
import type { ItemValues } from './values.ts'

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const { pathname } = new URL(request.url)
  const [answer, draft] = await Promise.all([
    asAdministrator(api.one(declarationAt(pathname).name, params.id ?? '')),
    readDraft<ItemValues, Origin>(draftKey(pathname)),
  ])
  return { answer, draft }
}

export default function Edit() {
  const { pathname } = useLocation()
  const { answer, draft } = useLoaderData<typeof clientLoader>()
  const declaration = declarationAt(pathname)
  return (
    <div key={pathname} className="screen">
      <Heading lead={answer.ok ? nameOf(declaration, answer.value) : undefined}>
        Editar {declaration.words.one}
      </Heading>
      {answer.ok && (
        <nav aria-label="Este ítem" className="screen-actions">
          <Link className="button" to={itemHistoryPath(declaration.name, answer.value._id)}>
            Historial
          </Link>
          {declaration.copiedWithout && (
            <Link className="button" to={copyPath(declaration, answer.value._id)}>
              Duplicar
            </Link>
          )}
        </nav>
      )}
      {answer.ok && <PreviewLink resource={declaration.name} item={answer.value} />}
      {answer.ok ? (
        <ItemForm
          declaration={declaration}
          path={pathname}
          draft={draft}
          version={{ item: answer.value, etag: answer.etag }}
        />
      ) : (
        <ProblemText problem={answer.problem} />
      )}
    </div>
  )
}
