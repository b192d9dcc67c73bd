import './events-page.css'
import { copy } from '../../../club/copy.ts'
import { createPageMeta } from '../../../platform/pages/page-meta.ts'

export const meta = createPageMeta('events', '/events', { shipped: copy.meta.events })

const WORDS = 'SITIO EN CONSTRUCCION'

/** The page /events. The markup has the text once; CSS repeats it along the tape, from an attribute. */
export default function Events() {
  return (
    <div className="tapes">
      <span className="tape" />
      <span className="tape" />
      <span className="tape" />
      <span className="tape" />
      <h1 className="tape-title" data-words={WORDS}>
        {WORDS}
      </h1>
    </div>
  )
}
