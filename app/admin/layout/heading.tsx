import { useEffect, useRef } from 'react'

/** Whoever opens the first page hears it anyway. */
let isFirstPage = true

interface HeadingProps {
  children: React.ReactNode
  /** One line under it. */
  lead?: React.ReactNode
}

/**
 * The heading of a page. It takes the focus when the page is opened from another one, so that who hears the page
 * knows that it has changed.
 */
export function Heading({ children, lead }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <div className="heading">
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
      {lead && <p className="heading-lead">{lead}</p>}
    </div>
  )
}
