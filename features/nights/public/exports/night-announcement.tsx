/** The line on the first screen of the home page that announces the night that is on, or the next one. */
import './night-announcement.css'
import type { Reader } from '../../../../platform/pages/shared/reader.ts'
import { localizePath } from '../../../../platform/shared/languages.ts'
import { nightPath } from '../../../../platform/shared/public-paths.ts'
import { useLanguage } from '../../../../platform/site-layout/page-language.ts'
import type { HomeInput } from '../../../page-manifest.ts'
import { type Announcement, announceNight } from './announce-night.ts'
import { readHomeNights } from './night-summary.ts'

/** A line may break after the dot, but not before it. */
const SEPARATOR = '\u00a0·'

/** @returns null when no night is announced */
export async function loadAnnouncement(
  reader: Reader,
  { language, now, site }: HomeInput,
): Promise<Announcement | null> {
  const { timeZone } = site.identity
  return announceNight(await readHomeNights(reader, now, timeZone), now.getTime(), timeZone, language)
}

export function NightAnnouncement({ night }: { night: Announcement }) {
  const { slug, isOn, lead, name, nameLang, until, sale } = night
  return (
    <a className="announcement" href={localizePath(useLanguage(), nightPath(slug))}>
      <span className="announcement-lead mono">{lead}</span>
      {isOn ? ': ' : `${SEPARATOR} `}
      <strong lang={nameLang}>
        <bdi>{name}</bdi>
      </strong>
      {until !== null && `, ${until}`}
      {sale !== null && (
        <>
          {`${SEPARATOR} `}
          <span className="announcement-sale mono">{sale}</span>
        </>
      )}
    </a>
  )
}
