import { useClub } from '../../../../platform/pages/club-settings.ts'
import { localizePath } from '../../../../platform/shared/languages.ts'
import { nightCalendarPath, nightPath } from '../../../../platform/shared/public-paths.ts'
import { useLanguage } from '../../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../../platform/site-layout/page-texts.ts'
import { AddToCalendar } from '../add-to-calendar.tsx'
import { listNightCalendarLinks } from '../calendar-links.ts'

interface Props {
  date: string
  endsAt: string | null
  slug: string
  heading: string
}

/** Button that adds a night to the visitor's calendar. */
export function NightCalendar({ date, endsAt, slug, heading }: Props) {
  const words = usePageTexts()
  const language = useLanguage()
  const { identity, contact } = useClub()
  const { street, town } = contact.address
  const place = [identity.name, street, town].filter((part) => part !== null).join(', ')
  return (
    <AddToCalendar
      label={words.addToCalendar}
      note={words.addNote}
      links={(siteUrl) =>
        listNightCalendarLinks(
          { date, endsAt, heading, place },
          { path: nightCalendarPath(slug), page: localizePath(language, nightPath(slug)) },
          siteUrl,
          identity.timeZone,
          words,
        )
      }
    />
  )
}
