import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
} from 'react-router'
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { getCopiedId } from '../../../admin-layout/paths.ts'
import { getDeclarationAt } from '../../../admin-layout/screen-list.ts'
import { Heading, ProblemText } from '../../../admin-layout/screen-parts.tsx'
import { useClub } from '../../../pages/club-settings.ts'
import { currentNight } from '../../../shared/dates.ts'
import { formatItemName } from '../../shared/item-names.ts'
import { copyItemValues, describeCopySource } from './copied-values.ts'
import { readItemDraft } from './editor/use-item-editor.ts'
import { ItemForm } from './item-form.tsx'

/** Returns the address of the form, which identifies its draft. It includes the query, so that a copy has its own draft. */
const formPath = ({ pathname, search }: { pathname: string; search: string }): string => pathname + search

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const url = new URL(request.url)
  const id = getCopiedId(url)
  const [draft, copied] = await Promise.all([
    readItemDraft(formPath(url)),
    id === null ? null : adminApi.get(`/${getDeclarationAt(url.pathname).name}/:id`, { params: { id } }),
  ])
  return { draft, copied, copiedFrom: id }
}

/** Prevents a reload of the draft while the form is open, because the form then has newer values. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  formPath(currentUrl) !== formPath(nextUrl)

export default function Create() {
  const location = useLocation()
  const { draft, copied, copiedFrom } = useLoaderData<typeof clientLoader>()
  const { timeZone } = useClub().identity
  const path = formPath(location)
  const declaration = getDeclarationAt(location.pathname)
  const lead = copied?.ok
    ? `Copia de «${formatItemName(declaration, copied.value)}». Antes de publicarla te preguntamos por el enlace y el flyer.`
    : undefined
  const copy = copied?.ok
    ? copyItemValues(declaration, copied.value, currentNight(new Date(), timeZone), timeZone)
    : undefined
  const source = copied?.ok ? describeCopySource(declaration, copied.value) : null
  return (
    <div key={path} className="screen">
      <Heading lead={lead}>Crear {declaration.words.one}</Heading>
      {copied && !copied.ok && <ProblemText problem={copied.problem} />}
      <ItemForm
        declaration={declaration}
        path={path}
        draft={draft}
        version={null}
        copiedFrom={copiedFrom}
        copy={copy}
        copySource={source}
      />
    </div>
  )
}
