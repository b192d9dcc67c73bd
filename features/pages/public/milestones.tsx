import './milestones.css'
import { copy } from '../../../club/copy.ts'
import { photographs } from '../../../club/photographs/milestones.ts'
import { readerContext } from '../../../platform/pages/page-context.ts'
import { createPageMeta } from '../../../platform/pages/page-meta.ts'
import type { LoaderArgs, PageProps } from '../../../platform/pages/page-types.ts'
import { settingsGroups } from '../../../platform/settings/shared/all-settings.ts'
import { FittedText } from '../../../platform/site-layout/components/fitted-text.tsx'
import { findRowPicture, RowPicture } from '../../../platform/site-layout/components/row-picture.tsx'

export const loader = async ({ context }: LoaderArgs) =>
  (await context.get(readerContext).settings()).milestones

export const handle = { edits: () => settingsGroups.milestones.admin.update }

export const meta = createPageMeta('milestones', '/milestones')

export default function Milestones({ loaderData: { lead, stories, images } }: PageProps<typeof loader>) {
  return (
    <div className="milestones">
      <header className="page-head grid">
        <FittedText as="h1" text="Hitos" motion="enter" />
        {lead !== null && <p className="lead">{lead}</p>}
        {stories.length === 0 && <p className="lead">{copy.emptyTexts.milestones}</p>}
      </header>
      {stories.length > 0 && (
        <ol className="line-up">
          {stories.map(({ _id, club, city, year, picture: path, alt, story }, index) => {
            const picture = findRowPicture(path, photographs, images)
            return (
              <li key={_id} className={`guest grid ${index > 0 ? 'far' : ''}`}>
                {(year !== null || city !== null) && (
                  <p className="guest-when mono">
                    {year !== null && <span>{year}</span>} {city !== null && <span>{city}</span>}
                  </p>
                )}
                <FittedText as="h2" text={club} face="narrow" motion="set" className="guest-name" />
                {picture && (
                  <RowPicture
                    picture={picture}
                    alt={alt}
                    sizes="(min-width: 64rem) 58vw, 100vw"
                    className="guest-picture opening"
                    first={index === 0}
                  />
                )}
                {story !== null && <p className="guest-story">{story}</p>}
              </li>
            )
          })}
        </ol>
      )}
    </div>
  )
}
