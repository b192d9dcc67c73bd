/** Link to the sign-up form of a night: 'Gratis hasta la 01:00: anotate'. */
import type { SignUpOffer } from '../../shared/sign-up-offers.ts'

interface Props {
  offer: SignUpOffer
  /** Path of the night in the language of the page. '' on its own page */
  path?: string
}

export const SignUpLink = ({ offer: { fieldId, name, benefit, invitation }, path = '' }: Props) => (
  <a className="laser-link sign-up-link" href={`${path}#${fieldId}`}>
    {/* One box, because the link lays its children out without the spaces between them. */}
    <span>
      {benefit ? <Benefit {...benefit} /> : name}
      {`: ${invitation}`}
    </span>
  </a>
)

export const Benefit = ({ text, lang, until }: NonNullable<SignUpOffer['benefit']>) => (
  <>
    <span lang={lang}>{text}</span>
    {until !== null && ` ${until}`}
  </>
)
