import '../layout/pulse.css'
import { data, Link } from 'react-router'
import { copy } from '../../../club/copy.ts'
import { pageMeta } from '../layout/meta.ts'
import { Pulse } from '../layout/pulse.tsx'

export const meta = pageMeta('notFound', '/404', copy.meta.notFound)

export const loader = () => data(null, { status: 404 })
export const clientLoader = () => null

export default function NotFound() {
  return (
    <div className="flat">
      <Pulse />
      <h1 className="flat-title" lang="en">
        this page does not exist
      </h1>
      <p className="flat-text">{copy.notFound.text}</p>
      <Link className="flat-home" to="/">
        {copy.notFound.wayHome}
      </Link>
    </div>
  )
}
