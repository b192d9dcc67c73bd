/** The list of a night that visitors can join: conditions, form, and what happens with the name. */
import './guests.css?later'
// After guests.css, because the style sheets of a page keep the order of imports.
import '../../../platform/site-layout/components/form.css?later'
import type { ReactNode } from 'react'
import type { ProblemDetails } from '../../../platform/api/shared/problem-details.ts'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { localizePath } from '../../../platform/shared/languages.ts'
import { Field, FormFooter, InvalidFields } from '../../../platform/site-layout/components/form.tsx'
import { useLanguage, useLocalizeLink } from '../../../platform/site-layout/page-language.ts'
import { GUEST_NAME_MAX } from '../shared/guest-limits.ts'
import { SIGN_UP_PATH } from '../shared/guest-paths.ts'
import type { OpenGuestList } from '../shared/guests.ts'
import { describeClosing, SIGN_UP_FIELD_ID, signUpWords } from '../shared/sign-up-words.ts'
import { CompanionsField } from './companions-field.tsx'
import { guestTexts } from './guest-texts.ts'
import { Conditions } from './list-facts.tsx'
import { SavedPlace } from './saved-place.island.tsx'

/** Id of the section. Clubs share links to it: `/fechas/{slug}#lista`. */
const SECTION_ID = 'lista'

export interface PostedSignUp {
  problem: ProblemDetails
  values: { name: string; companions: string }
}

interface Props {
  night: string
  list: OpenGuestList
  keptDays: number
  posted?: PostedSignUp | undefined
  heading: ReactNode
}

export function SignUpSection({ night, list, keptDays, posted, heading }: Props) {
  const language = useLanguage()
  const words = guestTexts[language]
  const { identity } = useClub()
  const { state, conditions, closesAt, isFilling } = list
  return (
    <section id={SECTION_ID} className="sign-up grid">
      <div className="sign-up-what">
        {heading}
        <SavedPlace night={night} label={words.placeSaved}>
          <p>{state === 'open' ? words.lead : words.whoIsOn}</p>
        </SavedPlace>
        <Conditions conditions={conditions} />
        {state === 'open' && (
          <p className="mono">
            {describeClosing(closesAt, identity.timeZone, language)}
            {isFilling && (
              <>
                {' · '}
                <strong>{signUpWords[language].shortage}</strong>
              </>
            )}
          </p>
        )}
      </div>
      <div className="sign-up-form">
        {posted && (
          <p className="form-done" role="alert">
            <strong>{words.problem}</strong> {posted.problem.detail}
            <InvalidFields
              problem={posted.problem}
              labels={{ name: words.name, companions: words.companions }}
            />
          </p>
        )}
        {state === 'open' ? (
          <SignUpForm night={night} maxCompanions={list.maxCompanions} keptDays={keptDays} posted={posted} />
        ) : (
          <p className="sign-up-off">
            <strong>{words[state]}</strong> {state === 'full' ? words.fullText : words.closedText}
          </p>
        )}
      </div>
    </section>
  )
}

interface FormProps extends Pick<Props, 'night' | 'keptDays' | 'posted'> {
  maxCompanions: number
}

function SignUpForm({ night, maxCompanions, keptDays, posted }: FormProps) {
  const language = useLanguage()
  const words = guestTexts[language]
  const linkTo = useLocalizeLink()
  const { identity, contact } = useClub()
  const { street, town } = contact.address
  const controller = [identity.name, street, town].filter((part) => part !== null).join(', ')
  const problem = posted?.problem ?? null
  return (
    <form
      className="form"
      method="post"
      action={`${localizePath(language, `${SIGN_UP_PATH}/${night}`)}#${SECTION_ID}`}
      noValidate
    >
      <Field
        id={SIGN_UP_FIELD_ID}
        name="name"
        label={words.name}
        autoComplete="name"
        maxLength={GUEST_NAME_MAX}
        problem={problem}
        initial={posted?.values.name}
      />
      {maxCompanions > 0 && (
        <CompanionsField
          label={words.companions}
          max={maxCompanions}
          problem={problem}
          initial={posted?.values.companions}
        />
      )}
      <FormFooter problem={problem} isPlain>
        {words.join}
      </FormFooter>
      <p className="form-note">
        {words.privacy(controller, keptDays)} <a {...linkTo('/privacidad')}>{words.yourData}</a>
      </p>
    </form>
  )
}
