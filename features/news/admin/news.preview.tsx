import '../../../platform/site-layout/site.css'
import type { MouseEvent } from 'react'
import type { PreviewedItem } from '../../../platform/content/admin/form/preview/preview.tsx'
import { splitBody } from '../../../platform/site-layout/embeds.ts'
import { ArticleView } from '../public/article-view.tsx'

/** The page of a news item with the values of its form, with the components and styles of the site. */
export default function NewsPreview({ values }: PreviewedItem) {
  const { newsTitle, date, newsDescription, newsBody, photo } = values
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the behaviour of its links changes
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link clicks it
    <div onClick={openAside}>
      <ArticleView
        title={newsTitle?.trim() || 'Sin título'}
        date={date || 'Sin fecha'}
        lead={newsDescription || 'Sin descripción'}
        picture={
          photo ? (
            <picture className="photo">
              <img src={photo} alt={values['alt.photo'] ?? ''} />
            </picture>
          ) : (
            <p className="preview-gap mono">Falta la foto</p>
          )
        }
        parts={splitBody(newsBody ?? '')}
      />
    </div>
  )
}

/** A link must not leave the form. */
function openAside(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target === '_blank') return
  event.preventDefault()
  window.open(link.href, '_blank', 'noopener')
}
