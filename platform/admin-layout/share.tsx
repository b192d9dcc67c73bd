import { type ReactNode, useState } from 'react'
import { sharePage } from '../ui/share-page.ts'

interface ShareProps {
  /** What is shared: its name, and the path of its page. */
  title: string
  path: string
  /** Past the word, for screen readers. */
  children?: ReactNode
}

/** Shares a page of the site, and says what came of it. */
export function Share({ title, path, children }: ShareProps) {
  const [said, setSaid] = useState('')

  return (
    <>
      <button type="button" className="button" onClick={() => void sharePage(title, path).then(setSaid)}>
        Compartir{children}
      </button>
      <span className="share-said" role="status">
        {said}
      </span>
    </>
  )
}
