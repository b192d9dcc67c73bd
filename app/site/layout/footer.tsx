import './footer.css'
import { NIGHTS_PATH } from '../../../contract/share.ts'
import { useClub } from '../../club-words.ts'
import { Address } from '../parts/way.tsx'
import { socialLinks } from './social.ts'

export function Footer() {
  const { links, footer } = useClub()
  const social = socialLinks(links)
  return (
    <footer className="foot">
      <a className="foot-write" href="/contact">
        ESCRIBINOS
      </a>
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
      {footer.farewell !== null && <p className="foot-farewell">{footer.farewell}</p>}
      <p className="foot-note mono">
        {footer.note} <a href={NIGHTS_PATH}>Fechas</a> <a href="/privacidad">Privacidad</a>{' '}
        <a className="signed-out" href="/login">
          Entrar
        </a>
        <a className="signed-in" href="/admin">
          Administrar
        </a>
      </p>
    </footer>
  )
}
