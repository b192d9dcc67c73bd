import './notice.css'
import { useClub } from '../../club-words.ts'

/** One line of the club's above every page, for as long as it says. */
export function Notice() {
  const { text, url } = useClub().notice
  if (text === null) return null
  return (
    <aside className="club-notice" aria-label="Aviso">
      {url === null ? <p>{text}</p> : <a href={url}>{text}</a>}
    </aside>
  )
}
