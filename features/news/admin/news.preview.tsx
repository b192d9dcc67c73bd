import '../../../platform/site-layout/site.css'
import type { MouseEvent } from 'react'
import type { PreviewedItem } from '../../../platform/content/admin/form/preview/preview.tsx'
import { splitBody } from '../../../platform/site-layout/embeds.ts'
import { ArticleView } from '../public/article-view.tsx'

/** Previews the page of a news item with the values of its form, using the components and styles of the public page. */
export default function NewsPreview({ values }: PreviewedItem) {
  const { newsTitle, date, newsDescription, newsBody, photo } = values
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler only changes where the links inside open
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link also fires a click
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

/** Opens links of the preview in a new tab, because leaving the form would lose its values. */
function openAside(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target === '_blank') return
  event.preventDefault()
  window.open(link.href, '_blank', 'noopener')
}
