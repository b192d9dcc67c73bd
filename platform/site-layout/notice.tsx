import './notice.css'
import { useClub } from '../pages/club-words.ts'
import { langOf } from './language.ts'
import { useShellWords } from './shell-words.ts'

/** One line of the club's above every page, for as long as it says. */
export function Notice() {
  const { notice: label } = useShellWords()
  const { notice } = useClub()
  const { text, url } = notice
  if (text === null) return null
  const lang = langOf(notice, 'text')
  return (
    <aside className="club-notice" aria-label={label}>
      {url === null ? (
        <p lang={lang}>{text}</p>
      ) : (
        <a href={url} lang={lang}>
          {text}
        </a>
      )}
    </aside>
  )
}
