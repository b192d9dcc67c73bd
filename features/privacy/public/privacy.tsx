import './privacy.css'
import { privacy } from '../../../club/privacy.ts'
import { privacyInEnglish } from '../../../club/privacy-in-english.ts'
import { useClub, useTextWithClubName } from '../../../platform/pages/club-settings.ts'
import { readerContext } from '../../../platform/pages/page-context.ts'
import { createPageMeta } from '../../../platform/pages/page-meta.ts'
import { loadSections, Sections } from '../../../platform/pages/page-sections.tsx'
import type { LoaderArgs, PageProps } from '../../../platform/pages/page-types.ts'
import type { Privacy as PrivacyTexts } from '../../../platform/settings/shared/club-types.ts'
import { FittedText } from '../../../platform/site-layout/components/fitted-text.tsx'
import { SectionTitle } from '../../../platform/site-layout/components/section-head.tsx'
import { useLanguage, useLocalizeLink } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { contactLinks } from '../../index.menu.ts'
import { privacy as menuLink } from '../index.menu.ts'
import { PrivacyRecord } from './exports/privacy-record.tsx'

export const loader = async ({ context, sections }: LoaderArgs<never, object>) => ({
  sections: await loadSections(sections, context.get(readerContext), {}),
})

const texts = { es: privacy, en: privacyInEnglish }

export const meta = createPageMeta('privacy', '/privacidad', {
  shipped: { es: privacy.meta, en: privacyInEnglish.meta },
  isInEnglish: () => true,
})

export default function Privacy({ loaderData }: PageProps<typeof loader>) {
  const language = useLanguage()
  const { lead, none, records, others, rights, authority } = useTextWithClubName<PrivacyTexts>(
    texts[language],
  )
  const words = usePageTexts()
  const linkTo = useLocalizeLink()
  const {
    identity,
    contact: { address },
  } = useClub()
  const where = [identity.name, address.street, address.town, address.country].filter((line) => line !== null)
  return (
    <div className="privacy">
      <header className="page-head grid">
        <FittedText as="h1" text={menuLink.label[language]} motion="enter" />
        <p className="lead">{lead}</p>
      </header>
      <ul className="zeros">
        {none.map((what) => (
          <li key={what} className="zero">
            <span className="zero-figure">0</span> <span className="zero-what">{what}</span>
          </li>
        ))}
      </ul>
      <section>
        <Head title={records.title} />
        <ul className="records-kept">
          <Sections sections={loaderData.sections} />
          {records.items.map((record) => (
            <PrivacyRecord key={record.what} {...record} />
          ))}
        </ul>
      </section>
      <section>
        <Head title={others.title} />
        <ul className="others">
          {others.items.map(({ who, text }) => (
            <li key={who}>
              <h3 className="others-who">{who}</h3>
              <p className="others-text">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="rights">
        <Head title={rights.title} />
        <ol className="rights-list">
          {rights.items.map(({ verb, text }) => (
            <li key={verb} className="right grid">
              <h3 className="right-verb">{verb}</h3>
              <p className="right-text">{text}</p>
            </li>
          ))}
        </ol>
        <div className="rights-how grid">
          <p className="right-text">
            {rights.how} {where.join(', ')}.
          </p>
          {contactLinks.map(({ path }) => (
            <a key={path} className="laser-link" {...linkTo(path)}>
              {words.writeUs}
            </a>
          ))}
        </div>
      </section>
      <section className="authority">
        <Head title={authority.title} />
        <div className="authority-text grid">
          <p>{authority.text}</p>
          <a className="laser-link" href={authority.url} target="_blank" rel="noopener">
            {authority.label}
          </a>
        </div>
      </section>
    </div>
  )
}

const Head = ({ title }: { title: string }) => (
  <header className="section-head grid">
    <SectionTitle>{title}</SectionTitle>
  </header>
)
