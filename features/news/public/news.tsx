// biome-ignore-all assist/source/organizeImports: the style sheets of a page keep the order of imports.
import '../../../platform/site-layout/carousel/carousel.css'
import '../../../platform/site-layout/components/fitted-text.css'
import './news.css'
import { type MetaDescriptor, redirect } from 'react-router'
import { noNews } from '../../../club/photographs/news.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { formatDate } from '../../../platform/shared/dates.ts'
import { NEWS_CAROUSEL_MS } from '../../../platform/shared/limits.ts'
import type { QueryKeys } from '../../../platform/api/shared/query-keys.ts'
import {
  JSON_FEED_PATH,
  formatNewsTitle,
  newsPath,
  pageImagePath,
} from '../../../platform/shared/public-paths.ts'
import { readerContext } from '../../../platform/pages/page-context.ts'
import { LaterStyles } from '../../../platform/pages/delivery/later-styles.tsx'
import type { LoaderArgs, MetaArgs, PageProps } from '../../../platform/pages/page-types.ts'
import { Carousel } from '../../../platform/site-layout/carousel/carousel.island.tsx'
import { Picture } from '../../../platform/ui/picture.tsx'
import { createAlternateLink, createMeta } from '../../../platform/pages/page-meta.ts'
import { ClubPicture } from '../../../platform/site-layout/components/club-picture.tsx'
import { FittedText } from '../../../platform/site-layout/components/fitted-text.tsx'
import { getMosaicSizes } from '../../../platform/site-layout/components/mosaic.ts'
import { NewsCard, type NewsSummary, summariseNews } from './exports/news-card.tsx'

const PER_PAGE = 12
const IN_CAROUSEL = 5

const pagePath = (page: number): string => (page > 1 ? `/news?page=${page}` : '/news')

const FIRST = /^[1-9]\d{0,5}$/

/** Values that are not a page number redirect to the address without a page number. */
const query: QueryKeys = { page: (value) => (/^\d{1,6}$/.test(value) ? value : '') }

export const handle = { hasLaterStyles: true, query, edits: () => getDeclaration('news').admin.update }

async function load(reader: Reader, url: URL) {
  const pageParam = url.searchParams.get('page')
  const page = pageParam !== null && FIRST.test(pageParam) ? Number(pageParam) : 1
  const { items, total } = await reader.list('news', { limit: PER_PAGE, page })
  const { news } = await reader.settings()
  const pages = Math.max(1, Math.ceil(total / PER_PAGE))
  // Each page has one address, so '?page=1' and '?page=abc' redirect.
  if (page > pages || (pageParam !== null && pageParam !== String(page)) || pageParam === '1') {
    throw redirect(pagePath(Math.min(page, pages)))
  }
  const newest = page === 1 ? items : (await reader.list('news', { limit: IN_CAROUSEL })).items
  return {
    words: { lead: news.lead, empty: news.empty, meta: news.meta },
    newest: newest.slice(0, IN_CAROUSEL).map(summariseNews),
    items: items.map(summariseNews),
    page,
    pages,
  }
}

export const loader = ({ context, request }: LoaderArgs) =>
  load(context.get(readerContext), new URL(request.url))

export const meta = (page: MetaArgs<typeof loader>): MetaDescriptor[] => {
  if (!page.loaderData) return []
  const { words, page: number } = page.loaderData
  return [
    ...createAlternateLink(JSON_FEED_PATH, 'application/feed+json', words.meta.title, page),
    ...createMeta({ ...words.meta, image: pageImagePath('news') }, pagePath(number), page),
  ]
}

export default function News({
  loaderData: { words, newest, items, page, pages },
}: PageProps<typeof loader>) {
  // The carousel begins with the newest item, which the list of the first page does not repeat.
  const listed = page === 1 ? items.slice(1) : items
  return (
    <div className="news">
      <div className="news-first">
        <header className="page-head grid">
          <FittedText as="h1" text="Novedades" motion="enter" />
          {words.lead !== null && <p className="lead">{words.lead}</p>}
        </header>
        {newest.length === 0 ? (
          <NoNews words={words.empty} />
        ) : (
          <Carousel
            label="Últimas novedades"
            every={NEWS_CAROUSEL_MS}
            kind="fade"
            className="news-carousel"
            slides={newest.map((item, index) => ({
              key: item._id,
              content: <Slide item={item} first={index === 0} />,
            }))}
          />
        )}
      </div>
      <LaterStyles />
      {listed.length > 0 && (
        <section className="news-list" aria-label="Todas las novedades">
          <ul className="cards mosaic">
            {listed.map((item, index) => (
              <li key={item._id}>
                <NewsCard item={item} sizes={getMosaicSizes(index, listed.length)} />
              </li>
            ))}
          </ul>
          {pages > 1 && <Pages page={page} pages={pages} />}
        </section>
      )}
    </div>
  )
}

function Slide({ item, first }: { item: NewsSummary; first: boolean }) {
  return (
    <a className="slide" href={newsPath(item.newsTitle)}>
      <Picture
        picture={item.photo}
        alt={item.alt}
        sizes="(min-width: 64rem) 66vw, 88vw"
        className="photo framed"
        first={first}
      />
      <time className="mono" dateTime={item.date}>
        {formatDate(item.date)}
      </time>
      <h2 className="slide-title">{formatNewsTitle(item)}</h2>
    </a>
  )
}

const NoNews = ({ words }: { words: string | null }) => (
  <figure className="no-news">
    <ClubPicture picture={noNews} alt={noNews.alt} sizes="100vw" className="print" first />
    {words !== null && <figcaption className="lead">{words}</figcaption>}
  </figure>
)

function Pages({ page, pages }: { page: number; pages: number }) {
  return (
    <nav className="pages mono" aria-label="Páginas de novedades">
      {page > 1 && (
        <a href={pagePath(page - 1)} rel="prev">
          ← Más nuevas
        </a>
      )}
      <span>
        Página {page} de {pages}
      </span>
      {page < pages && (
        <a href={pagePath(page + 1)} rel="next">
          Más viejas →
        </a>
      )}
    </nav>
  )
}
