/** The page of a promoter's link: adds names to one list, one or many at a time, and removes them. */
import './guests.css'
// After guests.css, because the style sheets of a page keep the order of imports.
import '../../../platform/site-layout/components/form.css'
import type { ReactNode } from 'react'
import { data, type MetaDescriptor, redirect } from 'react-router'
import type { ProblemDetails } from '../../../platform/api/shared/problem-details.ts'
import { problemDetails } from '../../../platform/api/shared/problems.ts'
import { findClub, useClub } from '../../../platform/pages/club-settings.ts'
import { createRefusalInit } from '../../../platform/pages/form-refusal.ts'
import { addressContext } from '../../../platform/pages/page-context.ts'
import type { LoaderArgs, MetaArgs, PageProps } from '../../../platform/pages/page-types.ts'
import { ANONYMOUS_TEXT_MAX_BYTES } from '../../../platform/shared/limits.ts'
import { Field, FormFooter, InvalidFields } from '../../../platform/site-layout/components/form.tsx'
import { readValues } from '../../../platform/ui/form-values.ts'
import { GUEST_NAME_MAX } from '../shared/guest-limits.ts'
import type { LinkedList } from '../shared/guests.ts'
import { formatCount, formatNumber } from '../shared/people-counts.ts'
import { formatClosing } from '../shared/sign-up-words.ts'
import { CompanionsField } from './companions-field.tsx'
import { getGuestServices } from './guest-services.ts'
import { Conditions } from './list-facts.tsx'
import { NightLink } from './night-link.tsx'
import { PastedReview, readPicks } from './pasted-review.tsx'
import { refusePrivate, unwrapPrivate } from './unwrap-private.ts'

export async function loader({ context, params }: LoaderArgs<'token'>) {
  const { links } = getGuestServices({ context })
  return unwrapPrivate(await links.find(params.token, context.get(addressContext)), '/404')
}

/** Boxes of a thousand lines, and the fields of those with a doubt, beside the text that they came from. Bytes */
const REVIEW_MAX_BYTES = 32_000

/** Promoters paste up to a thousand names at once. */
export const handle = {
  isPrivate: true,
  work: 'names',
  formMaxBytes: ANONYMOUS_TEXT_MAX_BYTES + REVIEW_MAX_BYTES,
}

export const meta = (page: MetaArgs<typeof loader>): MetaDescriptor[] => [
  { title: `Sumá nombres a la lista · ${findClub(page).identity.name}` },
]

/** Ids of the notes that the redirect after a change points to. Only the target is shown. */
const DONE = { add: 'sumado', remove: 'quitado' } as const

/** Id of the notes. A browser scrolls to the problem of a refused form. */
const NOTES_ID = 'avisos'

const FIELDS = ['name', 'companions', 'text'] as const

const LABELS = { name: 'Nombre y apellido', companions: 'Con quién viene', text: 'Pegá los nombres' }

/** Adds names, or removes one. It redirects with 303, so that a reload does not add the names again. */
export async function action({ context, params: { token }, request }: LoaderArgs<'token'>) {
  const form = await request.formData().catch(() => new FormData())
  const { links } = getGuestServices({ context })
  const address = context.get(addressContext)
  const { remove } = readValues(form, ['remove'])
  const { pathname } = new URL(request.url)
  if (remove !== '') {
    const removed = await links.remove(token, remove, address)
    // The page of a deleted name is the list, so an unknown name leads there too.
    refusePrivate(removed, pathname)
    return redirect(removed.ok ? `${pathname}#${DONE.remove}` : pathname, 303)
  }
  const values = readValues(form, FIELDS)
  const reviewed = form.has('reviewed') ? readValues(form, ['reviewed']).reviewed : null
  const text = reviewed ?? (form.has('text') ? values.text : null)
  const preview = text === null ? null : await links.preview(token, { text }, address)
  if (preview) refusePrivate(preview, '/404')
  // The lines of a pasted text are reviewed before they are saved.
  if (preview?.ok && preview.value.lines.length > 0 && text !== null && reviewed === null)
    return { problem: null, values, isPasted: true, review: { text, lines: preview.value.lines } }
  const body =
    text === null
      ? { guests: [{ name: values.name, companions: Number(values.companions) }] }
      : preview?.ok && reviewed !== null
        ? { guests: readPicks(form, preview.value.lines) }
        : { text }
  const outcome = preview && !preview.ok ? preview : await links.add(token, body, address)
  refusePrivate(outcome, '/404')
  if (outcome.ok) return redirect(`${pathname}#${DONE.add}`, 303)
  const problem = problemDetails(outcome.problem, outcome.extras)
  // The service names fields by their path in the body.
  const errors = problem.errors?.map(({ field, message }) => ({
    field: field.replace(/^guests\.0\./, ''),
    message,
  }))
  return data(
    {
      problem: { ...problem, ...(errors && { errors }) },
      values: { ...values, text: text ?? '' },
      isPasted: text !== null,
      review: preview?.ok && reviewed !== null ? { text: reviewed, lines: preview.value.lines } : null,
    },
    createRefusalInit(outcome),
  )
}

export default function GuestLink({ loaderData, actionData }: PageProps<typeof loader, typeof action>) {
  const { night, list, left, guests } = loaderData
  return (
    <div className="guest-link">
      <header className="guest-head">
        <p className="mono">Lista</p>
        <h1 className="guest-heading">{list.name}</h1>
        <NightLink night={night} />
      </header>
      <Facts list={list} left={left} />
      <div id={NOTES_ID} className="guest-notes">
        <p id={DONE.add} className="form-done guest-done">
          <strong>Listo.</strong> Ya están en la lista.
        </p>
        <p id={DONE.remove} className="form-done guest-done">
          <strong>Listo.</strong> Ese nombre ya no está.
        </p>
        {actionData?.problem && (
          <p className="form-done" role="alert">
            <strong>Oops...</strong> {actionData.problem.detail}
            <InvalidFields problem={actionData.problem} labels={LABELS} />
          </p>
        )}
      </div>
      {actionData?.review && (
        <PastedReview {...actionData.review} max={list.maxCompanions} problem={actionData.problem} />
      )}
      <Adding list={list} left={left} hasOwn={guests.some(({ isOwn }) => isOwn)} posted={actionData} />
      <Names guests={guests} />
    </div>
  )
}

function Facts({ list, left }: Pick<LinkedList, 'list' | 'left'>) {
  const { identity } = useClub()
  const closing = formatClosing(list.closesAt, identity.timeZone, 'es')
  return (
    <dl className="guest-facts">
      {list.isOpen && (
        <div>
          <dt className="mono">{left === 1 ? 'Queda' : 'Quedan'}</dt>
          <dd className={left === null ? 'guest-unlimited' : 'guest-left'}>
            {left === null ? 'Los lugares que quieras' : formatNumber(left)}
            {left !== null && <span className="mono">{left === 1 ? ' lugar' : ' lugares'}</span>}
          </dd>
        </div>
      )}
      <div>
        <dt className="mono">Qué tienen</dt>
        <dd>
          <Conditions conditions={list.conditions} />
        </dd>
      </div>
      <div>
        <dt className="mono">{list.isOpen ? 'Cierra' : 'Cerró'}</dt>
        <dd className="guest-closing">{closing}</dd>
      </div>
    </dl>
  )
}

interface AddingProps extends Pick<LinkedList, 'list' | 'left'> {
  /** True when the link can remove a name. */
  hasOwn: boolean
  posted:
    | {
        problem: ProblemDetails | null
        values: Record<(typeof FIELDS)[number], string>
        isPasted: boolean
        review: object | null
      }
    | undefined
}

function Adding({ list, left, hasOwn, posted }: AddingProps) {
  if (!list.isOpen)
    return (
      <p className="sign-up-off">
        <strong>La lista ya cerró.</strong> No se suman más nombres.
        {hasOwn && ' Si alguien no viene, quitalo.'}
      </p>
    )
  const one = posted && !posted.isPasted ? posted : undefined
  const many = posted?.isPasted ? posted : undefined
  const isFull = left === 0
  return (
    <>
      {isFull && (
        <p className="sign-up-off">
          <strong>La lista está completa.</strong>
          {hasOwn && ' Para sumar a alguien, primero quitá un nombre tuyo.'}
        </p>
      )}
      {(!isFull || posted) && (
        <div className="guest-add">
          {!posted?.review && (
            <form className="form" method="post" action={`#${NOTES_ID}`} noValidate>
              <h2 className="guest-title">De a uno</h2>
              <Field
                name="name"
                label={LABELS.name}
                autoComplete="off"
                autoCapitalize="words"
                maxLength={GUEST_NAME_MAX}
                problem={one?.problem ?? null}
                initial={one?.values.name}
              />
              {list.maxCompanions > 0 && (
                <CompanionsField
                  label={LABELS.companions}
                  max={list.maxCompanions}
                  problem={one?.problem ?? null}
                  initial={one?.values.companions}
                />
              )}
              <FormFooter problem={one?.problem ?? null} isPlain>
                Sumar
              </FormFooter>
            </form>
          )}
          <form className="form" method="post" action={`#${NOTES_ID}`} noValidate>
            <h2 className="guest-title">Varios juntos</h2>
            <Field
              name="text"
              label={LABELS.text}
              hint="Un nombre por renglón, hasta mil por vez. Con acompañantes, así: Ana Gómez +1"
              autoComplete="off"
              lines={5}
              problem={many?.problem ?? null}
              initial={many?.values.text}
            />
            <FormFooter problem={many?.problem ?? null} isPlain>
              Ver antes de sumar
            </FormFooter>
          </form>
        </div>
      )}
    </>
  )
}

function Names({ guests }: Pick<LinkedList, 'guests'>) {
  const people = guests.reduce((sum, { companions }) => sum + companions + 1, 0)
  const count = formatNumber(guests.length)
  return (
    <section className="guest-names">
      <h2 className="guest-title">
        Nombres{' '}
        <span className="mono">
          {people === guests.length ? count : `${count} · ${formatCount(people, 'persona', 'personas')}`}
        </span>
      </h2>
      {guests.length === 0 ? (
        <p className="guest-none">Todavía no hay nadie.</p>
      ) : (
        <RemovalForm isNeeded={guests.some(({ isOwn }) => isOwn)}>
          <ol className="guest-rows">
            {guests.map(({ _id, name, companions, isOwn }) => (
              <li key={_id}>
                <span className="guest-name">{name}</span>
                {companions > 0 && <span className="mono">+{companions}</span>}
                {isOwn && (
                  <button type="submit" name="remove" value={_id} aria-label={`Quitar a ${name}`}>
                    Quitar
                  </button>
                )}
              </li>
            ))}
          </ol>
        </RemovalForm>
      )}
    </section>
  )
}

/** A form without a button is a fault for screen readers, which announce it. */
const RemovalForm = ({ isNeeded, children }: { isNeeded: boolean; children: ReactNode }) =>
  isNeeded ? <form method="post">{children}</form> : children
