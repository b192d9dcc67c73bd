/** Section of the home page: the newest news. */

import { localize } from '../../../platform/content/shared/translations.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { getLead, SectionHead } from '../../../platform/site-layout/components/section-head.tsx'
import { useLanguage, useLocalizeLink, useSpanishLang } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import type { HomeInput } from '../../page-manifest.ts'
import { news as menuLink } from '../index.menu.ts'
import { NewsCard, summariseNews } from './exports/news-card.tsx'

const LIMIT = 3

export async function load(reader: Reader, { language, site }: HomeInput) {
  const { items } = await reader.list('news', { limit: LIMIT })
  if (items.length === 0) return null
  return { lead: getLead(localize(language, site.news), 'lead'), news: items.map(summariseNews) }
}

type Data = NonNullable<Awaited<ReturnType<typeof load>>>

export default function HomeNews({ data: { lead, news } }: { data: Data }) {
  const words = usePageTexts()
  const lang = useSpanishLang()
  const allNews = useLocalizeLink()('/news')
  return (
    <section className="latest far">
      <SectionHead title={menuLink.label[useLanguage()]} lead={lead} />
      <ul className="cards" lang={lang}>
        {news.map((item) => (
          <li key={item._id}>
            <NewsCard item={item} sizes="(min-width: 64rem) 32vw, (min-width: 40rem) 48vw, 112px" />
          </li>
        ))}
      </ul>
      <p className="latest-all">
        <a className="laser-link" {...allNews}>
          {words.allNews}
        </a>
      </p>
    </section>
  )
}
