import { contactLinks, footerLinks } from '../../features/index.menu.ts'
import './footer.css?later'
import { Fragment } from 'react'
import { listSocialLinks, useClub } from '../pages/club-settings.ts'
import { Address } from './components/address.tsx'
import { getFallbackLang, useLanguage, useLocalizeLink } from './page-language.ts'
import { useShellTexts } from './shell-texts.ts'

export function Footer() {
  const words = useShellTexts()
  const language = useLanguage()
  const linkTo = useLocalizeLink()
  const { links, footer } = useClub()
  const social = listSocialLinks(links)
  return (
    <footer className="foot">
      {contactLinks.map(({ path }) => (
        <a key={path} className="foot-write" {...linkTo(path)}>
          {words.writeToUs}
        </a>
      ))}
      <Address className="foot-address mono" />
      {social.length > 0 && (
        <ul className="foot-social mono">
          {social.map(({ label, url }) => (
            <li key={label}>
              <a href={url} target="_blank" rel="noopener">
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
      {footer.farewell !== null && (
        <p className="foot-farewell" lang={getFallbackLang(footer, 'farewell')}>
          {footer.farewell}
        </p>
      )}
      <p className="foot-note mono">
        <LocalizedText settings={footer} name="note" />{' '}
        {footerLinks.map(({ path, label }) => (
          <Fragment key={path}>
            <a {...linkTo(path)}>{label[language]}</a>{' '}
          </Fragment>
        ))}
        <a className="signed-out" href="/login">
          {words.signIn}
        </a>
        <a className="signed-in" href="/admin">
          {words.manage}
        </a>
      </p>
    </footer>
  )
}

/** A text within a paragraph. It needs its own element only when it is not in the language of the page. */
function LocalizedText<N extends string>({
  settings,
  name,
}: {
  settings: { spanish: readonly string[] } & { readonly [K in N]: string | null }
  name: N
}) {
  const lang = getFallbackLang(settings, name)
  return lang ? <span lang={lang}>{settings[name]}</span> : settings[name]
}
