import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { helpFor } from './guide-anchor.ts'
import { guidePath } from './paths.ts'

/** Whoever opens the first page hears it anyway. */
let isFirstPage = true

interface HeadingProps {
  children: React.ReactNode
  /** One line under it. */
  lead?: React.ReactNode
}

/**
 * The heading of a page. It takes the focus when the page is opened from another one, so that who hears the page
 * knows that it has changed. Beside it is the way to what the guide tells of the page.
 */
export function Heading({ children, lead }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const help = helpFor(useLocation().pathname)
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <div className="heading">
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
      {help !== null && (
        <Link className="heading-help" to={guidePath(help)}>
          Ayuda
        </Link>
      )}
      {lead && <p className="heading-lead">{lead}</p>}
    </div>
  )
}
