import './share-button.css?later'
import { useState } from 'react'
import { liveRegion } from '../../ui/live-region.ts'
import { sharePage } from '../../ui/share-page.ts'
import { island } from '../islands/island.tsx'

interface Props {
  /** Title of the page, for the share sheet. */
  title: string
  label: string
}

/** The button that shares the current page. */
export const Share = island('share', 'interaction', ({ title, label }: Props) => {
  const [message, setMessage] = useState('')
  const share = async () => setMessage(await sharePage(title, location.pathname))
  return (
    <p className="share needs-js">
      <button type="button" className="share-button" onClick={share}>
        {label}
      </button>
      <span className="mono" {...liveRegion}>
        {message}
      </span>
    </p>
  )
})
