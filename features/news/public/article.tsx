import './article.css'
import { type MetaDescriptor, redirect } from 'react-router'
import { editPath } from '../../../platform/admin-layout/paths.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { summarizeHtml } from '../../../platform/content/shared/summary.ts'
import { findClub } from '../../../platform/pages/club-settings.ts'
import { readerContext } from '../../../platform/pages/page-context.ts'
import { createMeta, getSiteUrl } from '../../../platform/pages/page-meta.ts'
import type { LoaderArgs, MetaArgs, PageProps } from '../../../platform/pages/page-types.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { formatDate } from '../../../platform/shared/dates.ts'
import { formatNewsTitle, newsPath } from '../../../platform/shared/public-paths.ts'
import { getMosaicSizes } from '../../../platform/site-layout/components/mosaic.ts'
import { RichText } from '../../../platform/site-layout/components/rich-text.tsx'
import { SectionTitle } from '../../../platform/site-layout/components/section-head.tsx'
import { ShareButton } from '../../../platform/site-layout/components/share-button.tsx'
import { splitBody } from '../../../platform/site-layout/embeds.ts'
import { Picture } from '../../../platform/ui/picture.tsx'
import { NewsCard, summariseNews } from './exports/news-card.tsx'
import { createNewsJsonLd, getNewsTimes } from './news-structured-data.ts'

const OTHERS = 3

async function load(reader: Reader, title: string) {
  const item = await reader.newsByTitle(title)
  if (!item) throw redirect('/404')
  // A news item has one address. A former title, or another spelling, redirects to it.
  if (item.newsTitle !== title) throw redirect(newsPath(item.newsTitle), 301)
  const [{ items }, shareImage] = await Promise.all([
    reader.list('news', { limit: OTHERS + 1 }),
    reader.shareImage('news', item),
  ])
  return {
    shareImage,
    ...summariseNews(item),
    updatedAt: item.updatedAt,
    // A description that follows the text would be the first paragraph twice.
    lead: item.newsDescription === summarizeHtml(item.newsBody) ? null : item.newsDescription,
    parts: splitBody(item.newsBody),
    others: items
      .filter((other) => other._id !== item._id)
      .slice(0, OTHERS)
      .map(summariseNews),
  }
}

export const loader = ({ context, params }: LoaderArgs<'title'>) =>
  load(context.get(readerContext), params.title)

export const handle = { edits: ({ _id }: { _id: string }) => editPath(getDeclaration('news'), _id) }

export const meta = (page: MetaArgs<typeof loader>): MetaDescriptor[] => {
  const item = page.loaderData
  if (!item) return []
  const club = findClub(page)
  const { name, timeZone } = club.identity
  const title = `${formatNewsTitle(item)} · ${name}`
  const words = {
    title,
    description: item.newsDescription,
    image: item.shareImage,
    article: getNewsTimes(item, timeZone),
  }
  return [
    ...createMeta(words, newsPath(item.newsTitle), page),
    createNewsJsonLd(item, club, getSiteUrl(page)),
  ]
}

export default function Article({ loaderData: item }: PageProps<typeof loader>) {
  return (
    <>
      <article className="article">
        <header className="article-head">
          <time className="mono" dateTime={item.date}>
            {formatDate(item.date)}
          </time>
          <h1 className="article-title">{formatNewsTitle(item)}</h1>
          {item.lead !== null && <p className="article-lead">{item.lead}</p>}
        </header>
        <Picture
          picture={item.photo}
          alt={item.alt}
          sizes="(min-width: 90rem) 80rem, 88vw"
          className="photo"
          first
        />
        <div className="article-body">
          <RichText parts={item.parts} title={formatNewsTitle(item)} />
          <ShareButton title={formatNewsTitle(item)} />
        </div>
      </article>
      {item.others.length > 0 && (
        <section className="others">
          <SectionTitle>Más novedades</SectionTitle>
          <ul className="cards mosaic">
            {item.others.map((other, index) => (
              <li key={other._id}>
                <NewsCard item={other} sizes={getMosaicSizes(index, item.others.length)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
