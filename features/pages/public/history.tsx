import './history.css'
import { copy } from '../../../club/copy.ts'
import { photographs } from '../../../club/photographs/history.ts'
import { readerContext } from '../../../platform/pages/page-context.ts'
import { createPageMeta } from '../../../platform/pages/page-meta.ts'
import type { LoaderArgs, PageProps } from '../../../platform/pages/page-types.ts'
import { settingsGroups } from '../../../platform/settings/shared/all-settings.ts'
import { FittedText } from '../../../platform/site-layout/components/fitted-text.tsx'
import {
  findRowPicture,
  isUpright,
  RowPicture,
} from '../../../platform/site-layout/components/row-picture.tsx'

export const loader = async ({ context }: LoaderArgs) => (await context.get(readerContext).settings()).history

export const handle = { edits: () => settingsGroups.history.admin.update }

export const meta = createPageMeta('history', '/history')

const sizes = {
  upright: '(min-width: 64rem) 42vw, 100vw',
  wide: '(min-width: 64rem) 66vw, 100vw',
}

export default function History({ loaderData: { lead, chapters, images } }: PageProps<typeof loader>) {
  return (
    <div className="history">
      <header className="page-head grid">
        <FittedText as="h1" text="Historia" motion="enter" />
        {lead !== null && <p className="lead">{lead}</p>}
        {chapters.length === 0 && <p className="lead">{copy.emptyTexts.history}</p>}
      </header>
      {chapters.map(({ _id, year, title, text, picture: path, alt }, index) => {
        const picture = findRowPicture(path, photographs, images)
        const shape = picture && (isUpright(picture) ? 'upright' : 'wide')
        return (
          <section
            key={_id}
            className={`chapter grid ${index > 0 ? 'far' : ''}`}
            data-shape={shape ?? 'words'}
          >
            {year !== null && <p className="chapter-year mono">{year}</p>}
            {picture && shape && (
              <RowPicture
                picture={picture}
                alt={alt}
                sizes={sizes[shape]}
                className="chapter-picture opening"
                first={index === 0}
              />
            )}
            <h2 className="chapter-title">{title}</h2>
            {text !== null && <p className="chapter-text">{text}</p>}
          </section>
        )
      })}
    </div>
  )
}
