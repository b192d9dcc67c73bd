import '../layout/pulse.css'
import { data } from 'react-router'
import { copy } from '../../../club/copy.ts'
import { pageMeta } from '../layout/meta.ts'
import { Pulse } from '../layout/pulse.tsx'

export const meta = pageMeta('notFound', '/404', copy.meta.notFound)

export const loader = () => data(null, { status: 404 })

export default function NotFound() {
  return (
    <div className="flat">
      <Pulse />
      <h1 className="flat-title" lang="en">
        this page does not exist
      </h1>
      <p className="flat-text">{copy.notFound.text}</p>
      <a className="flat-home" href="/">
        {copy.notFound.wayHome}
      </a>
    </div>
  )
}
