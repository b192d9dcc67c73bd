import './culture.css'
import { copy } from '../../../club/copy.ts'
import { photographs } from '../../../club/photographs/culture.ts'
import { groups } from '../../../contract/site/groups.ts'
import { readerContext } from '../../context.ts'
import { pageMeta } from '../layout/meta.ts'
import { Pictogram } from '../parts/pictogram.tsx'
import { pictureAt, RowPicture } from '../parts/row-picture.tsx'
import { Wall } from '../parts/wall.tsx'
import type { Route } from './+types/culture'

export const loader = async ({ context }: Route.LoaderArgs) =>
  (await context.get(readerContext).site()).culture

export const handle = { edits: () => groups.culture.admin.update }

export const meta = pageMeta('culture', '/culture')

export default function Culture({ loaderData: { lead, values, images } }: Route.ComponentProps) {
  return (
    <div className="culture">
      <header className="page-head grid">
        <Wall as="h1" text="Cultura" motion="enter" />
        {lead !== null && <p className="lead">{lead}</p>}
        {values.length === 0 && <p className="lead">{copy.unwritten.culture}</p>}
      </header>
      {values.map(({ _id, key, title, picture: path, alt, text }, index) => {
        const picture = pictureAt(path, photographs, images)
        // The first with a sign is the one that an address means.
        const isFirst = values.findIndex((value) => value.key === key) === index
        return (
          <section
            key={_id}
            id={isFirst ? key : undefined}
            className={`poster grid ${index > 0 ? 'far' : ''}`}
          >
            <p className="poster-number mono" aria-hidden="true">
              {index + 1}/{values.length}
            </p>
            <Wall
              as="h2"
              text={title}
              lines={linesOf(title)}
              face="narrow"
              motion="open"
              className="poster-title"
            />
            {picture && (
              <RowPicture
                picture={picture}
                alt={alt}
                sizes="(min-width: 64rem) 67vw, 100vw"
                className="poster-picture opening"
              />
            )}
            <Pictogram of={key} className="poster-sign" />
            {text !== null && <p className="poster-text">{text}</p>}
          </section>
        )
      })}
    </div>
  )
}

/** Letters that stand on one line of a poster. */
const LINE = 10

/** A title broken into lines short enough to be set as wide as the poster. */
function linesOf(title: string): string[] {
  const lines: string[] = []
  for (const word of title.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= LINE) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
