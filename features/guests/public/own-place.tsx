/** The own page of a visitor on a list, with the code for the door and the cancellation. */
import './guests.css'
// After guests.css, because the style sheets of a page keep the order of imports.
import '../../../platform/site-layout/components/form.css'
import { type MetaDescriptor, redirect } from 'react-router'
import { findClub } from '../../../platform/pages/club-settings.ts'
import { addressContext, readerContext } from '../../../platform/pages/page-context.ts'
import { getPageLanguage } from '../../../platform/pages/page-meta.ts'
import type { LoaderArgs, MetaArgs, PageProps } from '../../../platform/pages/page-types.ts'
import { getLanguage, localizePath } from '../../../platform/shared/languages.ts'
import { FittedText } from '../../../platform/site-layout/components/fitted-text.tsx'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { QrCode } from '../../../platform/ui/qr-code.tsx'
import { SpelledCode } from '../../../platform/ui/spelled-code.tsx'
import { computeDoorEnd } from '../shared/list-hours.ts'
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
  const { timeZone } = (await context.get(readerContext).settings()).identity
  const doorEnd = computeDoorEnd(place.night.date, timeZone)
  return {
    ...place,
    doorEnd,
    isOver: Date.now() >= doorEnd,
    /** True for a cancelled night, and for a postponed one without a new date. */
    isOff: place.night.status === 'cancelled' || place.night.status === 'postponed',
  }
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
  const { name, companions, code, night, conditions, doorEnd, isOver, isOff, hasArrived } = place
  const note = getNote(place, words)
  return (
    <>
      <header className="page-head grid">
        <FittedText as="h1" text={isOver ? words.overTitle : words.ownShort} motion="enter" />
        <NightLink night={night} />
      </header>
      <div className="own-place grid">
        {note !== null && (
          <p className="own-note" {...liveRegion}>
            {note}
          </p>
        )}
        {!isOver && !isOff && code !== null && (
          <OwnPlace night={night._id} code={code} until={doorEnd}>
            <div>
              <h2 className="mono">{words.codeTitle}</h2>
              <p className="own-code-text">
                <SpelledCode code={code} />
              </p>
              <QrCode text={code} label={words.qrLabel} />
              <p>{words.atTheDoor}</p>
            </div>
          </OwnPlace>
        )}
        <dl className="own-facts">
          <dt className="mono">{words.you}</dt>
          <dd className="own-name">
            {name}
            <span className="mono">{companions === 0 ? words.withNobody : words.with(companions)}</span>
          </dd>
          <dt className="mono">{words.what}</dt>
          <dd>
            <Conditions conditions={conditions} />
          </dd>
        </dl>
        {!isOver && !hasArrived && <Cancellation words={words} />}
      </div>
    </>
  )
}

type Words = (typeof guestTexts)['es']
type Place = Awaited<ReturnType<typeof loader>>

function getNote({ isOver, isOff, hasArrived }: Place, words: Words): string | null {
  if (isOver) return words.ownOver
  if (isOff) return words.ownOff
  return hasArrived ? words.ownArrived : null
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
