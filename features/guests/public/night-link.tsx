import { localizePath } from '../../../platform/shared/languages.ts'
import { formatLongDate, parseNightDate } from '../../../platform/shared/night-dates.ts'
import { capitalised } from '../../../platform/shared/text/text.ts'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'

interface Props {
  /** `path` is null while visitors cannot see the night. `lang` is set when the title is not in the language of the page. */
  night: { title: string | null; date: string; path: string | null; lang?: string | undefined }
}

/** The night of a list, with its date. It links to the page of the night. */
export function NightLink({ night: { title, date, path, lang } }: Props) {
  const language = useLanguage()
  const words = usePageTexts()
  const { time } = parseNightDate(date)
  const day = capitalised(formatLongDate(date, { language }))
  const when = time === null ? day : `${day}, ${words.doors(time)}`
  const name = title || when
  return (
    <div className="list-night">
      <p lang={title ? lang : undefined}>
        {path === null ? <strong>{name}</strong> : <a href={localizePath(language, path)}>{name}</a>}
      </p>
      {title && <p className="mono">{when}</p>}
    </div>
  )
}
