/** The own page of a visitor on a list, with the code for the door and the cancellation. */
import './guests.css'
// After guests.css, because the style sheets of a page keep the order of imports.
import './own-place.css'
import '../../../platform/site-layout/components/form.css'
import type { ReactNode } from 'react'
import { type MetaDescriptor, redirect } from 'react-router'
import { findClub } from '../../../platform/pages/club-settings.ts'
import { addressContext } from '../../../platform/pages/page-context.ts'
import { getPageLanguage } from '../../../platform/pages/page-meta.ts'
import type { LoaderArgs, MetaArgs, PageProps } from '../../../platform/pages/page-types.ts'
import { getLanguage, localizePath } from '../../../platform/shared/languages.ts'
import { Address } from '../../../platform/site-layout/components/address.tsx'
import { FittedText } from '../../../platform/site-layout/components/fitted-text.tsx'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { QrCode } from '../../../platform/ui/qr-code.tsx'
import { SpelledCode } from '../../../platform/ui/spelled-code.tsx'
import { StampMark } from '../../nights/public/exports/night-badges.tsx'
import { NightCalendar } from '../../nights/public/exports/night-calendar.tsx'
import { DirectionLinks } from '../../visit/public/exports/direction-links.tsx'
import { PASS_FILE } from '../shared/guest-paths.ts'
import { CANCELLED_PATH } from './cancelled.tsx'
import { getGuestServices } from './guest-services.ts'
import { guestTexts } from './guest-texts.ts'
import { Conditions } from './list-facts.tsx'
import { NightLink } from './night-link.tsx'
import { OwnPlace } from './own-place.island.tsx'
import { refusePrivate, unwrapPrivate } from './unwrap-private.ts'

export async function loader({ context, params, request }: LoaderArgs<'token'>) {
  const { signUp } = getGuestServices({ context })
  const notFound = localizePath(getLanguage(new URL(request.url).pathname), '/404')
  const place = unwrapPrivate(await signUp.findOwn(params.token, context.get(addressContext)), notFound)
  return { ...place, imagePath: `${params.token}/${PASS_FILE}` }
}

export const handle = { isPrivate: true }

export const meta = (page: MetaArgs<typeof loader>): MetaDescriptor[] => [
  { title: `${guestTexts[getPageLanguage(page)].ownTitle} · ${findClub(page).identity.name}` },
]

/** Cancels the place. The guest may have arrived meanwhile: then the place stays, and the page shows a note. */
export async function action({ context, params, request }: LoaderArgs<'token'>) {
  const { pathname } = new URL(request.url)
  const { signUp } = getGuestServices({ context })
  const outcome = await signUp.cancel(params.token, context.get(addressContext))
  const language = getLanguage(pathname)
  refusePrivate(outcome, localizePath(language, '/404'))
  return redirect(outcome.ok ? localizePath(language, CANCELLED_PATH) : pathname, 303)
}

export default function OwnPlacePage({ loaderData: place }: PageProps<typeof loader>) {
  const words = guestTexts[useLanguage()]
  const { code, night, arrived, end, doorEnd } = place
  const note = getNote(place, words)
  const hasPass = end === null && code !== null
  return (
    <>
      <header className="page-head grid">
        <FittedText as="h1" text={end === 'over' ? words.overTitle : words.ownShort} motion="enter" />
      </header>
      <div className="own-place grid">
        {note !== null && (
          <p className="own-note" {...liveRegion}>
            {note}
          </p>
        )}
        {hasPass ? (
          <OwnPlace night={night._id} code={code} until={doorEnd}>
            <Pass place={place}>
              <Code code={code} words={words} />
            </Pass>
          </OwnPlace>
        ) : (
          <div className="own-code">
            <Pass place={place} />
          </div>
        )}
        <div className="own-side">
          {hasPass && <Actions place={place} words={words} />}
          {end !== 'over' && arrived === 0 && <Cancellation words={words} />}
        </div>
      </div>
    </>
  )
}

type Words = (typeof guestTexts)['es']
type Place = Awaited<ReturnType<typeof loader>>

function getNote({ end, arrived, companions }: Place, words: Words): string | null {
  if (end === 'over') return words.ownOver
  if (end === 'off') return words.ownOff
  if (arrived === 0) return null
  const all = companions + 1
  return arrived < all ? words.ownPartlyArrived(arrived, all) : words.ownArrived
}

/** What the door needs to know. @param children the code, while the place has one */
function Pass({ place, children }: { place: Place; children?: ReactNode }) {
  const words = guestTexts[useLanguage()]
  const { night, end, name, companions, conditions } = place
  return (
    <article className="pass" data-end={end ?? undefined}>
      <NightLink night={night} />
      {(night.status === 'cancelled' || night.status === 'postponed') && <StampMark stamp={night.status} />}
      {children}
      <dl className="own-facts">
        <dt className="mono">{words.you}</dt>
        <dd className="own-name">
          <bdi>{name}</bdi>
          <span className="mono">
            {companions === 0 ? words.withNobody : `1 + ${words.with(companions)}`}
          </span>
        </dd>
        <dt className="mono">{words.what}</dt>
        <dd>
          <Conditions conditions={conditions} />
        </dd>
      </dl>
    </article>
  )
}

const Code = ({ code, words }: { code: string; words: Words }) => (
  <div className="pass-code">
    <QrCode text={code} label={words.qrLabel} />
    <div>
      <h2 className="mono">{words.code}</h2>
      <p className="own-code-text">
        <SpelledCode code={code} />
      </p>
      <p>{words.atTheDoor}</p>
    </div>
  </div>
)

function Actions({ place: { night, imagePath }, words }: { place: Place; words: Words }) {
  const { howToGetHere } = usePageTexts()
  const { date, endsAt, slug, title } = night
  return (
    <div className="own-actions">
      <div className="own-keep">
        <a className="own-save" href={imagePath} download={PASS_FILE}>
          {words.saveImage}
        </a>
        {slug !== null && <NightCalendar date={date} endsAt={endsAt} slug={slug} heading={title} />}
      </div>
      <h2 className="mono">{howToGetHere}</h2>
      <Address className="own-address" />
      <DirectionLinks className="own-links" />
    </div>
  )
}

/** The opened `details` is the confirmation, so the page needs no script for it. */
const Cancellation = ({ words }: { words: Words }) => (
  <div className="own-cancel">
    <p>{words.keepPage}</p>
    <details>
      <summary>{words.cancel}</summary>
      <p className="own-ask">{words.cancelAsk}</p>
      <form method="post">
        <button type="submit" className="form-button">
          {words.cancelDo}
        </button>
      </form>
    </details>
  </div>
)
