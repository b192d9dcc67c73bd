import './events-page.css'
import { copy } from '../../../club/copy.ts'
import { createPageMeta } from '../../../platform/site-layout/meta.ts'

export const meta = createPageMeta('events', '/events', { shipped: copy.meta.events })

const WORDS = 'SITIO EN CONSTRUCCION'

/** Only these words; the tape repeats them as a picture, from its attribute. */
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
