import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Heading } from './heading.tsx'
import { isScreen, type Step } from './paths.ts'

interface MenuProps {
  title: string
  entries: Step[]
  /** What one wants to know first, above the entries. */
  news?: ReactNode
  /** What stands apart from the entries, under them. */
  children?: ReactNode
}

/** A page of large links, one under the other: a thumb finds each of them. */
export function Menu({ title, entries, news, children }: MenuProps) {
  return (
    <>
      <Heading>{title}</Heading>
      {news}
      <nav aria-label={title}>
        <Entries entries={entries} />
      </nav>
      {children}
    </>
  )
}

/** A second menu on the same page, with a heading of its own. */
export function SubMenu({ title, entries }: Pick<MenuProps, 'title' | 'entries'>) {
  const id = useId()
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="menu-title mono">
        {title}
      </h2>
      <Entries entries={entries} />
    </nav>
  )
}

export const Entries = ({ entries }: { entries: Step[] }) => (
  <ul className="menu-list">
    {entries.map(({ to, label }) => (
      <li key={to}>
        <Link to={to} reloadDocument={!isScreen(to)}>
          {label}
        </Link>
      </li>
    ))}
  </ul>
)
