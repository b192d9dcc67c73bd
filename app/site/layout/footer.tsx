import './footer.css'
import { club } from '../../../club/club.ts'
import { copy } from '../../../club/copy.ts'
import { socialLinks } from './social.ts'

export function Footer() {
  return (
    <footer className="foot">
      <a className="foot-write" href="/contact">
        ESCRIBINOS
      </a>
      <address className="foot-address mono">
        {club.address.street}
        <br />
        {club.address.town}
        <br />
        {club.address.country}
      </address>
      <ul className="foot-social mono">
        {socialLinks.map(({ label, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener">
              {label}
            </a>
          </li>
        ))}
      </ul>
      <p className="foot-farewell">{copy.footer.farewell}</p>
      <p className="foot-note mono">
        {copy.footer.note} <a href="/privacidad">Privacidad</a>
      </p>
    </footer>
  )
}
