import { readKeptMonths } from './contact-services.ts'
import './contact.css'
// These imports are in this order, because form.css must come before the styles of components/fitted-text.tsx.
import '../../../platform/site-layout/components/form.css'
import { data, type MetaDescriptor, redirect, useSearchParams } from 'react-router'
import { contact } from '../../../club/contact.ts'
import { english } from '../../../club/english.ts'
import { problemDetails } from '../../../platform/api/shared/problems.ts'
import type { QueryKeys } from '../../../platform/api/shared/query-keys.ts'
import { fallbackLanguage, localize } from '../../../platform/content/shared/translations.ts'
import { findClub, listSocialLinks, useClub } from '../../../platform/pages/club-settings.ts'
import { createRefusalInit } from '../../../platform/pages/form-refusal.ts'
import { addressContext, readerContext } from '../../../platform/pages/page-context.ts'
import { createPageMeta, getPageLanguage, getSiteUrl } from '../../../platform/pages/page-meta.ts'
import { loadSections, Sections } from '../../../platform/pages/page-sections.tsx'
import type { LoaderArgs, MetaArgs, PageProps } from '../../../platform/pages/page-types.ts'
import { settingsGroups } from '../../../platform/settings/shared/all-settings.ts'
import { isMainTextInEnglish } from '../../../platform/settings/shared/main-texts.ts'
import { getLanguage, localizePath } from '../../../platform/shared/languages.ts'
import { ANONYMOUS_TEXT_MAX_BYTES } from '../../../platform/shared/limits.ts'
import { Address } from '../../../platform/site-layout/components/address.tsx'
import { FittedText } from '../../../platform/site-layout/components/fitted-text.tsx'
import { formWords, translateProblem } from '../../../platform/site-layout/english-problems.ts'
import { useLanguage, useLocalizeLink } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { createJsonLd, describeClub } from '../../../platform/site-layout/structured-data.ts'
import { readValues } from '../../../platform/ui/form-values.ts'
import { DirectionLinks } from '../../visit/public/exports/direction-links.tsx'
import { describeVisit } from '../../visit/public/exports/visit-structured-data.ts'
import { messages as menuLink } from '../index.menu.ts'
import {
  CONTACT_FIELDS,
  type ContactMessage,
  SENT_KEY,
  SENT_WORDS,
  SENT_WORDS_IN_ENGLISH,
  TRAP_FIELD,
} from '../shared/contact-message.ts'
import { ContactForm, type Posted } from './contact-form.island.tsx'
import { StreetPlan } from './street-plan.tsx'

const CONTACT_PATH = menuLink.path

export const loader = async ({ context, request, sections }: LoaderArgs<never, object>) => {
  const reader = context.get(readerContext)
  const site = await reader.settings()
  return {
    meta: localize(getLanguage(new URL(request.url).pathname), site.contact).meta,
    isInEnglish: isMainTextInEnglish('contact', site),
    messagesKeptMonths: await readKeptMonths(reader),
    sections: await loadSections(sections, reader, {}),
  }
}

export const meta = (page: MetaArgs<typeof loader>): MetaDescriptor[] => [
  ...createPageMeta('contact', CONTACT_PATH, {
    isInEnglish: ({ isInEnglish }: Awaited<ReturnType<typeof loader>>) => isInEnglish,
  })(page),
  createJsonLd({
    ...describeClub(findClub(page), getSiteUrl(page)),
    ...describeVisit(findClub(page), getPageLanguage(page)),
  }),
]

/** Only the presence of the key in the address matters, so its value is ignored. */
const query: QueryKeys = { [SENT_KEY]: () => '' }

/** Of a message of MESSAGE_MAX characters, each character can take nine bytes in the form. */
export const handle = {
  formMaxBytes: ANONYMOUS_TEXT_MAX_BYTES,
  query,
  edits: () => settingsGroups.contact.admin.update,
}

/** Id of the form. After a post without JavaScript the browser scrolls back to the form. */
const FORM_ID = 'escribinos'

const isTrapped = (form: FormData): boolean => readValues(form, [TRAP_FIELD])[TRAP_FIELD] !== ''

/**
 * Handles the post of the form without JavaScript. It redirects with 303, so that a reload does not send the message again.
 */
export async function action({ context, request }: LoaderArgs) {
  // A body that is not a form is treated as an empty form, which gets the problem of missing fields.
  const form = await request.formData().catch(() => new FormData())
  const message: ContactMessage = readValues(form, CONTACT_FIELDS)
  const { contactMessages } = context.get(readerContext).features
  const outcome = isTrapped(form) ? null : await contactMessages.receive(message, context.get(addressContext))
  const language = getLanguage(new URL(request.url).pathname)
  if (!outcome || outcome.ok)
    return redirect(`${localizePath(language, CONTACT_PATH)}?${SENT_KEY}#${FORM_ID}`, 303)
  const problem = problemDetails(outcome.problem, outcome.extras)
  const shownProblem = language === 'es' ? problem : translateProblem(problem)
  return data({ problem: shownProblem, message }, createRefusalInit(outcome))
}

export default function Contact({ actionData, loaderData }: PageProps<typeof loader, typeof action>) {
  const words = usePageTexts()
  const language = useLanguage()
  const { contact, links } = useClub()
  const { lead, directions, hours } = contact
  const social = listSocialLinks(links)
  return (
    <div className="contact">
      <header className="page-head grid">
        <FittedText as="h1" text={menuLink.label[language]} motion="enter" />
        {lead !== null && (
          <p className="lead" lang={fallbackLanguage(contact, 'lead')}>
            {lead}
          </p>
        )}
      </header>
      <section className="contact-place grid" aria-label={words.whereWeAre}>
        <StreetPlan />
        <div className="contact-way">
          <Address className="contact-address" />
          {directions !== null && (
            <p className="contact-told" lang={fallbackLanguage(contact, 'directions')}>
              {directions}
            </p>
          )}
          {hours !== null && (
            <p className="contact-told" lang={fallbackLanguage(contact, 'hours')}>
              {hours}
            </p>
          )}
          <DirectionLinks className="contact-links" />
        </div>
      </section>
      <Sections sections={loaderData.sections} />
      <section id={FORM_ID} className="contact-write grid" aria-label={words.writeUs}>
        <WriteToUs posted={actionData} keptMonths={loaderData.messagesKeptMonths} />
        {social.length > 0 && (
          <ul className="contact-social" aria-label={words.networks}>
            {social.map(({ label, url }) => (
              <li key={label}>
                <a href={url} target="_blank" rel="noopener">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

interface WriteProps {
  posted: Posted | undefined
  keptMonths: number
}

function WriteToUs({ posted, keptMonths }: WriteProps) {
  const [query] = useSearchParams()
  const language = useLanguage()
  const { person, email, message, leaveEmpty, send, sending, sent, yourData } = usePageTexts()
  const thanks = language === 'es' ? SENT_WORDS : SENT_WORDS_IN_ENGLISH
  const own = { es: contact, en: english.contact }[language]
  return (
    <ContactForm
      action={`${localizePath(language, CONTACT_PATH)}#${FORM_ID}`}
      words={{ person, email, message, leaveEmpty, send, sending, sent, thanks }}
      translations={language === 'es' ? undefined : formWords}
      posted={posted}
      wasSent={!posted && query.has(SENT_KEY)}
      note={
        <p className="form-note">
          {own.privacy(keptMonths)} <a {...useLocalizeLink()('/privacidad')}>{yourData}</a>
        </p>
      }
    />
  )
}
