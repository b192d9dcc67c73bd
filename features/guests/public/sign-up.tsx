/** The form of a night's public list on a page of its own. A refused form of the night's page is shown here. */
import { data, type MetaDescriptor, redirect } from 'react-router'
import { problemDetails } from '../../../platform/api/shared/problems.ts'
import { fallbackLanguage, localize } from '../../../platform/content/shared/translations.ts'
import { findClub } from '../../../platform/pages/club-settings.ts'
import { createRefusalInit } from '../../../platform/pages/form-refusal.ts'
import { addressContext, readerContext } from '../../../platform/pages/page-context.ts'
import { getPageLanguage } from '../../../platform/pages/page-meta.ts'
import type { LoaderArgs, MetaArgs, PageProps } from '../../../platform/pages/page-types.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { getLanguage, localizePath } from '../../../platform/shared/languages.ts'
import { nightPath } from '../../../platform/shared/public-paths.ts'
import { FittedText } from '../../../platform/site-layout/components/fitted-text.tsx'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import { readValues } from '../../../platform/ui/form-values.ts'
import { computeMorningAfter, computeStage } from '../../nights/shared/night-hours.ts'
import { getGuestServices } from './guest-services.ts'
import { guestTexts } from './guest-texts.ts'
import { NightLink } from './night-link.tsx'
import * as nightSignUp from './night-sign-up.tsx'
import { translateSignUpProblem } from './sign-up-problems.ts'
import { SignUpSection } from './sign-up-section.tsx'

async function load(reader: Reader, id: string, path: string) {
  const language = getLanguage(path)
  const found = await reader.one('events', id)
  if (!found) throw redirect(localizePath(language, '/404'))
  const { timeZone } = (await reader.settings()).identity
  const night = localize(language, found)
  const { stage, isPast } = computeStage(found, Date.now(), timeZone)
  const isOver = isPast || stage === 'closed' || stage === 'over'
  const section = await nightSignUp.load(reader, { night, isOver, artists: new Map() })
  if (!section) throw redirect(localizePath(language, nightPath(found.slug)))
  reader.expiresIn(computeMorningAfter(found.date, timeZone) - Date.now())
  const { title, date, slug } = night
  return { night: { title, date, path: nightPath(slug), lang: fallbackLanguage(night, 'title') }, section }
}

export const loader = ({ context, params, request }: LoaderArgs<'night'>) =>
  load(context.get(readerContext), params.night, new URL(request.url).pathname)

export const handle = { headers: { 'X-Robots-Tag': 'noindex' } }

export const meta = (page: MetaArgs<typeof loader>): MetaDescriptor[] => [
  { title: `${guestTexts[getPageLanguage(page)].title} · ${findClub(page).identity.name}` },
]

/** Texts of the fields. The limit bounds what is parsed and shown again. Characters */
const TYPED_MAX = 1_000

export async function action({ context, params, request }: LoaderArgs<'night'>) {
  const form = await request.formData().catch(() => new FormData())
  const typed = readValues(form, ['name', 'companions'])
  const values = { name: typed.name.slice(0, TYPED_MAX), companions: typed.companions.slice(0, 4) }
  const body = { name: values.name, companions: Number(values.companions) }
  const { signUp } = getGuestServices({ context })
  const outcome = await signUp.add(params.night, body, context.get(addressContext))
  const language = getLanguage(new URL(request.url).pathname)
  if (outcome.ok)
    return redirect(localizePath(language, new URL(outcome.value.url, request.url).pathname), 303)
  const problem = problemDetails(outcome.problem, outcome.extras)
  return data(
    { problem: language === 'es' ? problem : translateSignUpProblem(problem), values },
    createRefusalInit(outcome),
  )
}

export default function SignUp({ loaderData, actionData }: PageProps<typeof loader, typeof action>) {
  const { night, section } = loaderData
  const words = guestTexts[useLanguage()]
  return (
    <>
      <header className="page-head grid">
        <FittedText as="h1" text={words.join} motion="enter" />
        <NightLink night={night} />
      </header>
      <SignUpSection {...section} posted={actionData} heading={null} />
    </>
  )
}
