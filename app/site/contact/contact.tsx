import './contact.css'
import { data, Link, redirect, useSearchParams } from 'react-router'
import { club } from '../../../club/club.ts'
import { contact } from '../../../club/contact.ts'
import { EMAIL_MAX, LONG_NOTICE_MS, MESSAGE_MAX, SHORT_TEXT_MAX } from '../../../contract/limits.ts'
import {
  type ContactMessage,
  contactFields,
  SENT_KEY,
  TRAP_FIELD,
} from '../../../contract/messages/contact.ts'
import type { ProblemDetails } from '../../../contract/problems.ts'
import type { QueryKeys } from '../../../contract/query-keys.ts'
import { call } from '../../client/call.ts'
import { mailContext } from '../../context.ts'
import { notify } from '../../ui/notices.tsx'
import { pageMeta, siteUrlOf } from '../layout/meta.ts'
import { socialLinks } from '../layout/social.ts'
import { clubData } from '../layout/structured-data.ts'
import { Field, FormEnd, missingIn, useSending, valuesOf } from '../parts/form.tsx'
import { Wall } from '../parts/wall.tsx'
import type { Route } from './+types/contact'
import { Plan } from './plan.tsx'

export const meta: Route.MetaFunction = (page) => [
  ...pageMeta('contact', '/contact', contact.meta)(page),
  ...(import.meta.env.SSR ? [clubData(siteUrlOf(page))] : []),
]

/** Whether it is there is all that it says. */
const query: QueryKeys = { [SENT_KEY]: () => '' }

export const handle = { query }

const FIELDS = ['person', 'from', 'body'] as const

/** Where the form is: a visitor without scripts comes back to it, and not to the top of the page. */
const FORM_ID = 'escribinos'

const isTrapped = (form: FormData): boolean => valuesOf(form, [TRAP_FIELD])[TRAP_FIELD] !== ''

/** The form posted as it is, where scripts are off or have not arrived. 303: a reload sends nothing again. */
export async function action({ context, request }: Route.ActionArgs) {
  // What is no form is one without answers.
  const form = await request.formData().catch(() => new FormData())
  const message: ContactMessage = valuesOf(form, FIELDS)
  const problem = isTrapped(form) ? null : await context.get(mailContext)(message, request)
  if (!problem) return redirect(`/contact?${SENT_KEY}#${FORM_ID}`, 303)
  return data({ problem, message }, { status: problem.status })
}

export default function Contact({ actionData }: Route.ComponentProps) {
  return (
    <div className="contact">
      <header className="page-head grid">
        <Wall as="h1" text="Contacto" motion="enter" />
        <p className="lead">{contact.lead}</p>
      </header>
      <section className="contact-place grid" aria-label="Dónde estamos">
        <Plan />
        <div className="contact-way">
          <address className="contact-address">
            {club.address.street}
            <br />
            {club.address.town}
            <br />
            {club.address.country}
          </address>
          <p>{contact.directions}</p>
          <p className="contact-links">
            <a className="laser-link" href={directionsUrl} target="_blank" rel="noopener">
              Cómo llegar
            </a>
            <a className="laser-link" href={mapUrl} target="_blank" rel="noopener">
              Abrir el mapa
            </a>
          </p>
        </div>
      </section>
      <section id={FORM_ID} className="contact-write grid" aria-label="Escribinos">
        <ContactForm posted={actionData} />
        <ul className="contact-social" aria-label="Redes">
          {socialLinks.map(({ label, url }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noopener">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

const { lat, lon } = club.position
const directionsUrl = `https://www.openstreetmap.org/directions?to=${lat}%2C${lon}#map=16/${lat}/${lon}`
const mapUrl = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`

const THANKS = 'Gracias. Te contestamos pronto.'

interface Posted {
  problem: ProblemDetails
  message: ContactMessage
}

function ContactForm({ posted }: { posted: Posted | undefined }) {
  const [query] = useSearchParams()
  const { problem, sending, form } = useSending(async (data, element) => {
    const message = valuesOf(data, FIELDS)
    const missing = missingIn(message)
    if (missing) return missing
    const answer = isTrapped(data) ? null : await call('POST', '/mail/sendMail', { body: message })
    if (answer && !answer.ok) return answer.problem
    notify({ title: 'Enviado', text: THANKS, ms: LONG_NOTICE_MS })
    element.reset()
    return null
  }, posted?.problem)
  const typed = posted?.message
  return (
    <form className="form" action={`/contact#${FORM_ID}`} {...form}>
      {/* Without scripts the two notices stand here, and stay: nothing could take them away. */}
      {posted && posted.problem === problem && (
        <p className="form-done" role="alert">
          <strong>Oops...</strong> {posted.problem.detail}
        </p>
      )}
      {!posted && !problem && query.has(SENT_KEY) && (
        <p className="form-done" role="status">
          <strong>Enviado</strong> {THANKS}
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
      <FormEnd problem={problem} sending={sending}>
        {sending ? 'Enviando' : 'Enviar'}
      </FormEnd>
      <p className="form-note">
        {contact.privacy} <Link to="/privacidad">Qué hacemos con tus datos</Link>
      </p>
    </form>
  )
}
