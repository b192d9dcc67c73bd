import './culture.css'
import { copy } from '../../../club/copy.ts'
import { english } from '../../../club/english.ts'
import { photographs } from '../../../club/photographs/culture.ts'
import { fallbackLanguage, localize } from '../../../platform/content/shared/translations.ts'
import { useTextWithClubName } from '../../../platform/pages/club-settings.ts'
import { readerContext } from '../../../platform/pages/page-context.ts'
import { createPageMeta } from '../../../platform/pages/page-meta.ts'
import type { LoaderArgs, PageProps } from '../../../platform/pages/page-types.ts'
import { settingsGroups } from '../../../platform/settings/shared/all-settings.ts'
import { isMainTextInEnglish } from '../../../platform/settings/shared/main-texts.ts'
import { getLanguage } from '../../../platform/shared/languages.ts'
import { FittedText } from '../../../platform/site-layout/components/fitted-text.tsx'
import { Pictogram } from '../../../platform/site-layout/components/pictogram.tsx'
import { findRowPicture, RowPicture } from '../../../platform/site-layout/components/row-picture.tsx'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'

export const loader = async ({ context, request }: LoaderArgs) => {
  const site = await context.get(readerContext).settings()
  return {
    ...localize(getLanguage(new URL(request.url).pathname), site.culture),
    isInEnglish: isMainTextInEnglish('culture', site),
  }
}

export const handle = { edits: () => settingsGroups.culture.admin.update }

export const meta = createPageMeta('culture', '/culture', {
  isInEnglish: ({ isInEnglish }: Awaited<ReturnType<typeof loader>>) => isInEnglish,
})

export default function Culture({ loaderData }: PageProps<typeof loader>) {
  const { lead, values, images } = loaderData
  const words = usePageTexts()
  const emptyTexts = useTextWithClubName({ es: copy.emptyTexts, en: english.emptyTexts }[useLanguage()])
  return (
    <div className="culture">
      <header className="page-head grid">
        <FittedText as="h1" text={words.culture} motion="enter" />
        {lead !== null && (
          <p className="lead" lang={fallbackLanguage(loaderData, 'lead')}>
            {lead}
          </p>
        )}
        {values.length === 0 && <p className="lead">{emptyTexts.culture}</p>}
      </header>
      {values.map(({ _id, key, title, picture: path, alt, text, ...value }, index) => {
        const picture = findRowPicture(path, photographs, images)
        // Several values can have the same pictogram. A link to the pictogram leads to the first of them, because ids must
        // be unique.
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
            <FittedText
              as="h2"
              text={title}
              lang={fallbackLanguage(value, 'title')}
              lines={splitIntoLines(title)}
              face="narrow"
              motion="open"
              className="poster-title"
            />
            {picture && (
              <RowPicture
                picture={picture}
                alt={alt}
                lang={fallbackLanguage(value, 'alt')}
                sizes="(min-width: 64rem) 67vw, 100vw"
                className="poster-picture opening"
              />
            )}
            <Pictogram of={key} className="poster-sign" />
            {text !== null && (
              <p className="poster-text" lang={fallbackLanguage(value, 'text')}>
                {text}
              </p>
            )}
          </section>
        )
      })}
    </div>
  )
}

/** Maximum number of letters on a line of a poster. */
const LINE = 10

/** Splits a title into short lines, so that each can be set as wide as the poster. */
function splitIntoLines(title: string): string[] {
  const lines: string[] = []
  for (const word of title.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= LINE) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
