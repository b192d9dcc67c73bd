import './add-to-calendar.css'
import { useRouteLoaderData } from 'react-router'
import { ROOT_ID } from '../../../platform/pages/club-settings.ts'
import type { CalendarLink } from './calendar-links.ts'

interface AddToCalendarProps {
  /** The text of the element that opens it. */
  label: string
  /** Explains how soon a calendar updates. */
  note: string
  /** @param siteUrl null: SITE_URL is not set */
  links: (siteUrl: string | null) => CalendarLink[]
}

/** Opens in its place, without a script. */
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
