import { useState } from 'react'

/** Hands the page's address to the phone's own sharing sheet; where there is none, to the clipboard. */
export function Share({ title }: { title: string }) {
  const [said, setSaid] = useState('')
  const share = async () => {
    const url = location.origin + location.pathname
    try {
      if ('share' in navigator) await navigator.share({ title, url })
      else {
        await (navigator as Navigator).clipboard.writeText(url)
        setSaid('Link copiado')
      }
    } catch (error) {
      // Closing the sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      setSaid(`No pudimos copiarlo. El link es ${url}`)
    }
  }
  return (
    <p className="share needs-js">
      <button type="button" className="share-button" data-needs-framework="" onClick={share}>
        Compartir
      </button>
      <span className="mono" role="status">
        {said}
      </span>
    </p>
  )
}
