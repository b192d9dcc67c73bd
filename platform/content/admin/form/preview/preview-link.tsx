/** Creates, shares and revokes a link that shows an unpublished item without signing in. */
import './preview-link.css'
import { useRef, useState } from 'react'
import { adminApi } from '../../../../admin-layout/admin-api.ts'
import { useMoment } from '../../../../admin-layout/admin-words.ts'
import { Copy } from '../../../../admin-layout/share-actions.tsx'
import type { Answer } from '../../../../api/client/call.ts'
import { FormProblemRow, useFormProblem } from '../../../../forms/form-problem.tsx'
import { PREVIEW_DAYS } from '../../../../shared/limits.ts'
import { liveRegion } from '../../../../ui/live-region.ts'
import type { PreviewLink as Link } from '../../../shared/entity-parts.ts'
import { getPublicationState } from '../../../shared/publication.ts'
import { type AnyEntity, getDeclaration, type ResourceName } from '../../../shared/resources.ts'

interface PreviewLinkProps {
  resource: ResourceName
  item: AnyEntity
}

/** Panel with the preview link of an item. It is hidden for a published item, because its page has a public address. */
export const PreviewLink = ({ resource, item }: PreviewLinkProps) =>
  getPublicationState(item, Date.now()) === 'published' ? null : <Panel resource={resource} id={item._id} />

/** True when the browser can share an address with other apps. Phones can, but few desktops can. */
const canShare = () => 'share' in navigator

function Panel({ resource, id }: { resource: ResourceName; id: string }) {
  const moment = useMoment()
  const [link, setLink] = useState<Link | null>(null)
  const [isRevoked, setRevoked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { problem, reportProblem, clearProblem } = useFormProblem(getDeclaration(resource).noticeMs)
  const heading = useRef<HTMLHeadingElement>(null)

  async function change<T>(pending: Promise<Answer<T>>, again: () => void) {
    setBusy(true)
    clearProblem()
    const answer = await pending
    setBusy(false)
    if (!answer.ok) {
      reportProblem(answer.problem, { again })
      return null
    }
    // The focused button disappears, so the heading takes the focus.
    heading.current?.focus({ preventScroll: true })
    return answer
  }

  async function create() {
    if (isBusy) return
    const answer = await change(
      adminApi.post(`/${resource}/:id/preview`, { params: { id } }),
      () => void create(),
    )
    if (answer) setLink({ ...answer.value, url: new URL(answer.value.url, location.origin).href })
  }

  async function revoke() {
    if (isBusy) return
    const answer = await change(
      adminApi.delete(`/${resource}/:id/preview`, { params: { id } }),
      () => void revoke(),
    )
    if (!answer) return
    setLink(null)
    setRevoked(true)
  }

  // Errors are ignored: a closed share sheet is no failure, and the phone shows other failures itself.
  const share = (url: string) => void navigator.share({ url }).catch(() => {})

  return (
    <section className="preview-link" aria-labelledby="preview-link">
      <h2 id="preview-link" ref={heading} tabIndex={-1}>
        Enlace de vista previa
      </h2>
      {link && <p className="preview-link-address mono">{link.url}</p>}
      <p {...liveRegion}>
        {link
          ? `Quien lo abra ve lo último que hayas guardado, sin usuario. Vence el ${moment(link.expiresAt)}.`
          : isRevoked
            ? 'El enlace ya no anda.'
            : `Para mostrarlo antes de que se publique. Anda ${PREVIEW_DAYS} días; si ya habías hecho uno, el nuevo lo reemplaza.`}
      </p>
      <div className="preview-link-actions">
        {link ? (
          <>
            <Copy text={link.url} label="Copiar" />
            {canShare() && (
              <button type="button" className="button" onClick={() => share(link.url)}>
                Compartir
              </button>
            )}
            <button
              type="button"
              className="button"
              aria-disabled={isBusy || undefined}
              onClick={() => void revoke()}
            >
              Anular enlace
            </button>
          </>
        ) : (
          <button
            type="button"
            className="button"
            aria-disabled={isBusy || undefined}
            onClick={() => void create()}
          >
            Crear enlace
          </button>
        )}
      </div>
      {problem && <FormProblemRow problem={problem} />}
    </section>
  )
}
