import { type ReactNode, useState } from 'react'

interface ShareProps {
  /** What is shared: its name, and the path of its page. */
  title: string
  path: string
  /** Past the word, for screen readers. */
  children?: ReactNode
}

/** Hands a page of the site to the phone's sharing sheet; where there is none, its address to the clipboard. */
export function Share({ title, path, children }: ShareProps) {
  const [said, setSaid] = useState('')

  async function share() {
    const url = location.origin + path
    try {
      if ('share' in navigator) {
        await navigator.share({ title, url })
        return
      }
      await (navigator as Navigator).clipboard.writeText(url)
      setSaid('Enlace copiado')
    } catch (error) {
      // Closing the sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      setSaid(`No pudimos copiarlo. El enlace es ${url}`)
    }
  }

  return (
    <>
      <button type="button" className="button" onClick={() => void share()}>
        Compartir{children}
      </button>
      <span className="share-said" role="status">
        {said}
      </span>
    </>
  )
}
