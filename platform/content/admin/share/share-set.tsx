/** The share image set of a night or a news item: pictures, text and QR code, to share or download. */
import type { Share } from '../../shared/entity-parts.ts'
import './share-set.css'
import { Fragment, useEffect, useId, useState } from 'react'
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { Button } from '../../../admin-layout/button.tsx'
import { useModal } from '../../../admin-layout/overlay.tsx'
import { Copy } from '../../../admin-layout/share-actions.tsx'
import { useClub } from '../../../pages/club-settings.ts'
import { liveRegion } from '../../../ui/live-region.ts'
import { formatDatedItemName } from '../../shared/item-names.ts'
import { findItemPage } from '../../shared/item-pages.ts'
import { getPublicationState } from '../../shared/publication.ts'
import { type AnyEntity, getDeclaration } from '../../shared/resources.ts'
import { addSource, type ShareFormat, shareFormats, TEXT_SOURCE, toPngPath } from '../../shared/share-set.ts'
import type { ShareSetResource } from '../../shared/share-set-resources.ts'
import { describeState } from '../publication/publication-words.ts'
import { getShareData, openShareSheet } from './device-share.ts'
import { ShareAll } from './share-all.tsx'
import { getDownloadName, type Pictures, type ShareSetPicture, usePictures } from './share-files.ts'
import { ShareLink } from './share-link.tsx'

interface ShareSetProps {
  resource: ShareSetResource
  id: string
  onClose: () => void
}

export function ShareSet({ resource, id, onClose }: ShareSetProps) {
  const dialog = useModal()
  const [item, setItem] = useState<AnyEntity | null>(null)
  const [failure, setFailure] = useState('')
  const heading = useId()
  const declaration = getDeclaration(resource)

  useEffect(() => {
    let isUnmounted = false
    // Loads the stored item, because the addresses of the pictures depend on it.
    void adminApi.get(`/${resource}/:id`, { params: { id } }).then((answer) => {
      if (isUnmounted) return
      if (answer.ok) setItem(answer.value)
      else setFailure(answer.problem.detail)
    })
    return () => {
      isUnmounted = true
    }
  }, [resource, id])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape also closes it
    <dialog
      ref={dialog}
      className="sheet kit"
      aria-labelledby={heading}
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close()
      }}
    >
      <div className="sheet-head">
        <h2 id={heading}>Compartir</h2>
        <Button onClick={() => dialog.current?.close()}>Cerrar</Button>
      </div>
      {failure !== '' && (
        <p className="kit-note" role="alert">
          {failure}
        </p>
      )}
      {item?.share && (
        <Parts
          resource={resource}
          item={item}
          share={item.share}
          name={formatDatedItemName(declaration, item)}
        />
      )}
    </dialog>
  )
}

interface PartsProps {
  resource: ShareSetResource
  item: AnyEntity
  share: Share
  name: string
}

/** The pictures of the set, the most used first. */
const PARTS: readonly { format: ShareFormat; label: string; of: string }[] = [
  { format: 'story', label: 'Historia', of: 'historia' },
  { format: 'post', label: 'Publicación', of: 'publicación' },
  { format: 'preview', label: 'Vista previa del enlace', of: 'vista previa' },
]

function Parts({ resource, item, share, name }: PartsProps) {
  const { timeZone } = useClub().identity
  const [again, setAgain] = useState(0)
  const pictures = usePictures(share, name, again)
  const now = Date.now()
  const state = getPublicationState(item, now)
  const isSeen = state === 'published'
  const page = findItemPage(resource, item)
  // Without SITE_URL the server does not know the address of the site, so the browser adds the link.
  const link = share.qr === null && isSeen ? `\n\n${addSource(location.origin + page, TEXT_SOURCE)}` : ''
  const text = share.text + link
  const id = useId()
  return (
    <>
      <p className="kit-name">{name}</p>
      {!isSeen && (
        <p className="kit-note">
          {describeState(item, now, timeZone)}.{' '}
          {state === 'ended'
            ? 'El enlace y el QR ya no llevan a su página.'
            : 'Todavía nadie lo ve: el enlace y el QR andan desde que se publique.'}
        </p>
      )}
      <p className="kit-note" {...liveRegion}>
        {describePictures(pictures)}
      </p>
      {Object.values(pictures).includes('failed') && (
        <Button onClick={() => setAgain(again + 1)}>Probar de nuevo</Button>
      )}
      {share.lost.length > 0 && <LostParts parts={share.lost} />}
      <ShareAll pictures={pictures} text={text} />
      <ul className="kit-pictures">
        {PARTS.map(({ format, label, of }) => (
          <li key={format} className={`kit-picture kit-${format}`}>
            <Part
              format={format}
              label={label}
              of={of}
              picture={pictures[format]}
              // A story is shared without a text, because apps accept no text with a story.
              text={format === 'story' ? null : text}
            />
          </li>
        ))}
      </ul>
      <section className="kit-text" aria-labelledby={`${id}-text`}>
        <h3 id={`${id}-text`}>Texto</h3>
        <textarea readOnly rows={8} value={text} aria-labelledby={`${id}-text`} />
        <div className="screen-actions">
          <Copy text={text} label="Copiar texto" />
          {isSeen && (
            <ShareLink title={name} path={addSource(page, TEXT_SOURCE)}>
              {' '}
              el enlace
            </ShareLink>
          )}
        </div>
      </section>
      <section className="kit-qr" aria-labelledby={`${id}-qr`}>
        <h3 id={`${id}-qr`}>QR</h3>
        {share.qr === null ? (
          <p className="kit-note">
            El QR necesita la dirección pública del sitio: quien lo instaló la pone en SITE_URL.
          </p>
        ) : (
          <>
            <img src={share.qr} alt={`QR que lleva a la página de ${name}`} width={160} height={160} />
            <div className="kit-qr-words">
              <p className="kit-note">
                Lleva a su página. Imprimilo de 3 cm para arriba y con su borde blanco, o no se lee.
              </p>
              <div className="screen-actions">
                <a
                  className="button"
                  href={toPngPath(share.qr)}
                  download={`${getDownloadName(name, 'qr')}.png`}
                >
                  Descargar PNG
                </a>
                <a className="button" href={share.qr} download={`${getDownloadName(name, 'qr')}.svg`}>
                  Descargar SVG
                </a>
              </div>
            </div>
          </>
        )}
      </section>
    </>
  )
}

function LostParts({ parts }: { parts: readonly string[] }) {
  return (
    <p className="kit-note kit-lost">
      En las imágenes no {parts.length === 1 ? 'sale' : 'salen'}{' '}
      {parts.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && (index === parts.length - 1 ? ' ni ' : ', ')}
          <bdi>«{part}»</bdi>
        </Fragment>
      ))}
      : la letra del club no {parts.length === 1 ? 'lo' : 'los'} tiene. En el texto y en el sitio se
      {parts.length === 1 ? ' lee' : ' leen'} bien.
    </p>
  )
}

function describePictures(pictures: Pictures): string {
  const all = PARTS.map(({ format }) => pictures[format])
  if (all.includes('failed')) return 'No pudimos traer las imágenes.'
  return all.includes(undefined) ? 'Estamos haciendo las imágenes: tardan unos segundos.' : ''
}

interface PartProps {
  format: ShareFormat
  label: string
  /** Noun for the label of the button, such as 'historia'. */
  of: string
  picture: ShareSetPicture | 'failed' | undefined
  /** Text that is shared with the picture, if the browser supports both together. null for no text. */
  text: string | null
}

function Part({ format, label, of, picture, text }: PartProps) {
  const [said, setSaid] = useState('')
  const { width, height } = shareFormats[format]
  const there = typeof picture === 'object' ? picture : null
  const data = there && getShareData([there.file], text)
  return (
    <>
      <div className="kit-frame">{there && <img src={there.src} alt="" width={width} height={height} />}</div>
      <p className="kit-label">
        {label} <span className="mono">{`${width} × ${height}`}</span>
      </p>
      {there && (
        <div className="screen-actions">
          {data && (
            <Button kind="strong" onClick={() => void openShareSheet(data).then(setSaid)}>
              Compartir {of}
            </Button>
          )}
          <a className="button" href={there.src} download={there.file.name}>
            Descargar<span className="unseen"> {of}</span>
          </a>
        </div>
      )}
      <span className="kit-said" {...liveRegion}>
        {said}
      </span>
    </>
  )
}
