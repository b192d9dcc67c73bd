import '../../../platform/site-layout/heartbeat-line.css'
import { data } from 'react-router'
import { copy } from '../../../club/copy.ts'
import { english } from '../../../club/english.ts'
import { useTextWithClubName } from '../../../platform/pages/club-settings.ts'
import { createPageMeta } from '../../../platform/pages/page-meta.ts'
import { HeartbeatLine } from '../../../platform/site-layout/heartbeat-line.tsx'
import { useLanguage, useLocalizeLink } from '../../../platform/site-layout/page-language.ts'

export const meta = createPageMeta('notFound', '/404', {
  shipped: { es: copy.meta.notFound, en: english.notFound.meta },
  isInEnglish: () => true,
})

export const loader = () => data(null, { status: 404 })

export default function NotFound() {
  const { text, wayHome } = useTextWithClubName({ es: copy.notFound, en: english.notFound }[useLanguage()])
  const home = useLocalizeLink()('/').href
  return (
    <div className="flat">
      <HeartbeatLine />
      <h1 className="flat-title" lang="en">
        this page does not exist
      </h1>
      <p className="flat-text">{text}</p>
      <a className="flat-home" href={home}>
        {wayHome}
      </a>
    </div>
  )
}
