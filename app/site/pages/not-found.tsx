import '../layout/pulse.css'
import { data } from 'react-router'
import { copy } from '../../../club/copy.ts'
import { useNamed } from '../../club-words.ts'
import { pageMeta } from '../layout/meta.ts'
import { Pulse } from '../layout/pulse.tsx'

export const meta = pageMeta('notFound', '/404', copy.meta.notFound)

export const loader = () => data(null, { status: 404 })

export default function NotFound() {
  const { text, wayHome } = useNamed(copy.notFound)
  return (
    <div className="flat">
      <Pulse />
      <h1 className="flat-title" lang="en">
        this page does not exist
      </h1>
      <p className="flat-text">{text}</p>
      <a className="flat-home" href="/">
        {wayHome}
      </a>
    </div>
  )
}
