import './notice.css'
import { langOf } from '../../../contract/told.ts'
import { useClub } from '../../club-words.ts'
import { useWords } from '../words.ts'

/** One line of the club's above every page, for as long as it says. */
export function Notice() {
  const { notice: label } = useWords()
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
