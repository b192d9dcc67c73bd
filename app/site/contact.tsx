import './contact.css'
import { data } from 'react-router'
import { club } from '../../club/club.ts'
import { copy } from '../../club/copy.ts'
import { type ContactMessage, contactFields } from '../../contract/contact.ts'
import { EMAIL_MAX, LONG_NOTICE_MS, MESSAGE_MAX, SHORT_TEXT_MAX } from '../../contract/limits.ts'
import type { ProblemDetails } from '../../contract/problems.ts'
import { api } from '../api.ts'
import { mailContext } from '../context.ts'
import { notify } from '../ui/notices.tsx'
import type { Route } from './+types/contact'
import { Field, FormEnd, missingIn, useSending, valuesOf } from './form.tsx'
import { pageMeta, siteUrlOf } from './meta.ts'
import { Plan } from './plan.tsx'
import { socialLinks } from './social.ts'
import { clubData } from './structured.ts'
import { Wall } from './wall.tsx'

export const meta: Route.MetaFunction = (page) => [
  ...pageMeta('contact', '/contact')(page),
  clubData(siteUrlOf(page)),
]

const FIELDS = ['person', 'from', 'body'] as const

/** The form posted as it is, where scripts are off or have not arrived. */
export async function action({ context, request }: Route.ActionArgs) {
  const message: ContactMessage = valuesOf(await request.formData(), FIELDS)
  const problem = missingIn({ ...message }) ?? (await context.get(mailContext)(message, request))
  return problem ? data({ problem, message }, { status: problem.status }) : { problem: null, message: null }
}

export default function Contact({ actionData }: Route.ComponentProps) {
  return (
    <div className="contact">
      <header className="page-head grid">
        <Wall as="h1" text="Contacto" motion="enter" />
        <p className="lead">{copy.contact.lead}</p>
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
          <p>{copy.contact.directions}</p>
          <a className="laser-link" href={directionsUrl} target="_blank" rel="noopener">
            Cómo llegar
          </a>
        </div>
      </section>
      <section className="contact-write grid" aria-label="Escribinos">
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

interface Posted {
  problem: ProblemDetails | null
  message: ContactMessage | null
}

function ContactForm({ posted }: { posted: Posted | undefined }) {
  const { problem, sending, form } = useSending(async (data, element) => {
    const message = valuesOf(data, FIELDS)
    const missing = missingIn(message)
    if (missing) return missing
    const answer = await api.sendMail(message)
    if (!answer.ok) return answer.problem
    notify({ title: 'Enviado', text: 'Gracias. Te contestamos pronto.', ms: LONG_NOTICE_MS })
    element.reset()
    return null
  }, posted?.problem)
  const typed = posted?.message
  return (
    <form className="form" {...form}>
      {posted && !posted.problem && (
        <p className="form-done" role="status">
          <strong>Enviado</strong> Gracias. Te contestamos pronto.
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
      <FormEnd problem={problem} sending={sending}>
        {sending ? 'Enviando' : 'Enviar'}
      </FormEnd>
      <p className="form-note">{copy.contact.privacy}</p>
    </form>
  )
}
