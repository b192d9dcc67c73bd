import './contact.css'
import { data, redirect, useSearchParams } from 'react-router'
import { contact as words } from '../../../club/contact.ts'
import { EMAIL_MAX, MESSAGE_MAX, SHORT_TEXT_MAX } from '../../../contract/limits.ts'
import {
  CONTACT_FIELDS,
  type ContactMessage,
  contactFields,
  SENT_KEY,
  SENT_WORDS,
  TRAP_FIELD,
} from '../../../contract/messages/contact.ts'
import type { ProblemDetails } from '../../../contract/problems.ts'
import type { QueryKeys } from '../../../contract/query-keys.ts'
import { groups } from '../../../contract/site/groups.ts'
import { clubOf, useClub } from '../../club-words.ts'
import { mailContext, readerContext } from '../../context.ts'
import { CONTACT_FORM_TAG as Form } from '../../enhance/names.ts'
import { valuesOf } from '../../ui/form-values.ts'
import { pageMeta, siteUrlOf } from '../layout/meta.ts'
import { socialLinks } from '../layout/social.ts'
import { clubData } from '../layout/structured-data.ts'
import { Field, FormEnd } from '../parts/form.tsx'
import { Wall } from '../parts/wall.tsx'
import { Address, WayLinks } from '../parts/way.tsx'
import type { Route } from './+types/contact'
import { Plan } from './plan.tsx'

export const loader = async ({ context }: Route.LoaderArgs) => {
  const reader = context.get(readerContext)
  const { contact } = await reader.site()
  return { meta: contact.meta, messagesKeptMonths: await reader.messagesKeptMonths() }
}

export const meta: Route.MetaFunction = (page) => [
  ...pageMeta('contact', '/contact')(page),
  clubData(clubOf(page), siteUrlOf(page)),
]

/** Whether it is there is all that it says. */
const query: QueryKeys = { [SENT_KEY]: () => '' }

export const handle = { query, edits: () => groups.contact.admin.update }

/** Where the form is: a visitor without scripts comes back to it, and not to the top of the page. */
const FORM_ID = 'escribinos'

const isTrapped = (form: FormData): boolean => valuesOf(form, [TRAP_FIELD])[TRAP_FIELD] !== ''

/** The form posted as it is, where its script (enhance/contact-form.ts) does not run or has not come. 303: a reload sends nothing again. */
export async function action({ context, request }: Route.ActionArgs) {
  // What is no form is one without answers.
  const form = await request.formData().catch(() => new FormData())
  const message: ContactMessage = valuesOf(form, CONTACT_FIELDS)
  const problem = isTrapped(form) ? null : await context.get(mailContext)(message, request)
  if (!problem) return redirect(`/contact?${SENT_KEY}#${FORM_ID}`, 303)
  return data({ problem, message }, { status: problem.status })
}

export default function Contact({ actionData, loaderData }: Route.ComponentProps) {
  const { contact, links } = useClub()
  const { lead, directions, hours } = contact
  const social = socialLinks(links)
  return (
    <div className="contact">
      <header className="page-head grid">
        <Wall as="h1" text="Contacto" motion="enter" />
        {lead !== null && <p className="lead">{lead}</p>}
      </header>
      <section className="contact-place grid" aria-label="Dónde estamos">
        <Plan />
        <div className="contact-way">
          <Address className="contact-address" />
          {directions !== null && <p className="contact-told">{directions}</p>}
          {hours !== null && <p className="contact-told">{hours}</p>}
          <WayLinks className="contact-links" />
        </div>
      </section>
      <section id={FORM_ID} className="contact-write grid" aria-label="Escribinos">
        <ContactForm posted={actionData} keptMonths={loaderData.messagesKeptMonths} />
        {social.length > 0 && (
          <ul className="contact-social" aria-label="Redes">
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

interface Posted {
  problem: ProblemDetails
  message: ContactMessage
}

function ContactForm({ posted, keptMonths }: { posted: Posted | undefined; keptMonths: number }) {
  const [query] = useSearchParams()
  const problem = posted?.problem ?? null
  const typed = posted?.message
  return (
    <Form>
      <form className="form" action={`/contact#${FORM_ID}`} method="post" noValidate>
        {/* Without scripts the two notices stand here, and stay: nothing could take them away. */}
        {problem && (
          <p className="form-done" role="alert">
            <strong>Oops...</strong> {problem.detail}
          </p>
        )}
        {!problem && query.has(SENT_KEY) && (
          <p className="form-done" role="status">
            <strong>Enviado</strong> {SENT_WORDS}
          </p>
        )}
        <Field
          name="person"
          label={contactFields.person.label}
          autoComplete="name"
          maxLength={SHORT_TEXT_MAX}
          problem={problem}
          initial={typed?.person}
        />
        <Field
          name="from"
          label={contactFields.from.label}
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX}
          problem={problem}
          initial={typed?.from}
        />
        <Field
          name="body"
          label={contactFields.body.label}
          lines={6}
          maxLength={MESSAGE_MAX}
          problem={problem}
          initial={typed?.body}
        />
        <p className="form-trap">
          <label htmlFor={TRAP_FIELD}>Dejá este campo vacío</label>
          <input id={TRAP_FIELD} name={TRAP_FIELD} autoComplete="off" tabIndex={-1} />
        </p>
        <FormEnd problem={problem} isPlain>
          Enviar
        </FormEnd>
        <p className="form-note">
          {words.privacy(keptMonths)} <a href="/privacidad">Qué hacemos con tus datos</a>
        </p>
      </form>
    </Form>
  )
}
