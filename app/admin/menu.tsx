import { Link } from 'react-router'
import { Heading } from './heading.tsx'
import type { Step } from './paths.ts'

interface MenuProps {
  title: string
  lead?: string
  entries: Step[]
}

/** A page of large links, one under the other: a thumb finds each of them. */
export function Menu({ title, lead, entries }: MenuProps) {
  return (
    <>
      <Heading lead={lead}>{title}</Heading>
      <nav aria-label={title}>
        <ul className="menu-list">
          {entries.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
