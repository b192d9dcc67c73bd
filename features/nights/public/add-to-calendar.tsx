import './add-to-calendar.css?later'
import { useRouteLoaderData } from 'react-router'
import { ROOT_ID } from '../../../platform/pages/club-settings.ts'
import type { CalendarLink } from './calendar-links.ts'

interface AddToCalendarProps {
  /** Text of the element that opens the links. */
  label: string
  /** Explanation of how soon a calendar shows a change of a night. */
  note: string
  /** @param siteUrl null when SITE_URL is not set */
  links: (siteUrl: string | null) => CalendarLink[]
}

/** Button that opens a list of calendar links. It uses a `<details>` element, so it works without a script. */
export function AddToCalendar({ label, note, links }: AddToCalendarProps) {
  const { siteUrl } = useRouteLoaderData(ROOT_ID) as { siteUrl: string | null }
  return (
    <details className="add-to-calendar">
      <summary className="laser-link">{label}</summary>
      <ul>
        {links(siteUrl).map(({ href, label, isOutside }) => (
          <li key={href}>
            <a href={href} {...(isOutside && { target: '_blank', rel: 'noopener' })}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <p>{note}</p>
    </details>
  )
}
