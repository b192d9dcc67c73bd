/** Parts of most screens: the heading, a menu of large links, and the message for data that could not be loaded. */

import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import type { ProblemDetails } from '../api/shared/problems.ts'
import { Sentence } from '../ui/sentence.tsx'
import { Button } from './button.tsx'
import { guidePath, isScreen, type Step } from './paths.ts'
import { getGuideAnchor } from './screen-list.ts'

/**
 * True until the first navigation. The heading of the first page takes no focus, because screen readers announce that page
 * themselves.
 */
let isFirstPage = true

interface HeadingProps {
  children: ReactNode
  /** The main action of the screen, beside the heading. */
  action?: ReactNode
  /** A line under the heading. */
  lead?: ReactNode
}

/**
 * The heading of a screen, with a link to the guide. It takes the focus, so that screen readers announce the new screen.
 */
export function Heading({ children, action, lead }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const anchor = getGuideAnchor(useLocation().pathname)
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <div className="heading">
      <h1 ref={heading} tabIndex={-1}>
        <Sentence>{children}</Sentence>
      </h1>
      {(action || anchor !== null) && (
        <div className="heading-side">
          {action}
          {anchor !== null && (
            <Link className="heading-help" to={guidePath(anchor)}>
              Ayuda
            </Link>
          )}
        </div>
      )}
      {lead && (
        <p className="heading-lead">
          <Sentence>{lead}</Sentence>
        </p>
      )}
    </div>
  )
}

/** Shown instead of data that could not be loaded: the reason, and a button that loads the data again. */
export function ProblemText({ problem }: { problem: ProblemDetails }) {
  const revalidator = useRevalidator()
  return (
    <div className="refusal" role="alert">
      <p>
        <Sentence>{problem.detail}</Sentence>
      </p>
      {problem.requestId && <p className="mono">Pedido {problem.requestId}</p>}
      {problem.status !== 404 && (
        <Button onClick={() => void revalidator.revalidate()}>Probar de nuevo</Button>
      )}
    </div>
  )
}

interface MenuProps {
  title: string
  entries: Step[]
}

/** A screen of large links, which are easy to hit with a thumb. */
export function Menu({ title, entries }: MenuProps) {
  return (
    <>
      <Heading>{title}</Heading>
      <nav aria-label={title}>
        <Entries entries={entries} />
      </nav>
    </>
  )
}

/** A second menu on the same screen, with its own heading. */
export function SubMenu({ title, entries }: MenuProps) {
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
