/** The parts that all lists share: search, page links, and the replacement of an empty list. */

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, Link, useSearchParams, useSubmit } from 'react-router'
import { Button } from '../admin-layout/button.tsx'
import { QUERY_MAX } from '../shared/limits.ts'

const SEARCH_DELAY_MS = 300

interface SearchProps {
  q: string
  label: string
  /** Hidden inputs that keep the other query parameters of the address. */
  children?: ReactNode
}

/** Search field. It searches during typing and on Enter. The search text is part of the address. */
export function Search({ q, label, children }: SearchProps) {
  const submit = useSubmit()
  const [typed, setTyped] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  // The browser's back button also changes `q`. The changed search must not replace a text that is being typed.
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(q)
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Form role="search" className="search" onSubmit={() => clearTimeout(timer.current)}>
      {children}
      <input
        ref={input}
        type="search"
        name="q"
        className="control"
        aria-label={label}
        placeholder={label}
        maxLength={QUERY_MAX}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          clearTimeout(timer.current)
          const { form } = event.target
          timer.current = setTimeout(() => void submit(form, { replace: true }), SEARCH_DELAY_MS)
        }}
      />
      <Button type="submit">Buscar</Button>
    </Form>
  )
}

/** Returns the number of the page in an address, from 1. */
export const readPageNumber = (searchParams: URLSearchParams): number =>
  Math.max(1, Number.parseInt(searchParams.get('page') ?? '', 10) || 1)

interface PagesProps {
  page: number
  total: number
  size: number
}

/** Links to the previous and the next page. They keep the other query parameters of the address. */
export function Pages({ page, total, size }: PagesProps) {
  const [searchParams] = useSearchParams()
  const pages = Math.ceil(total / size)
  if (pages <= 1) return null
  const search = (target: number) => {
    const query = new URLSearchParams(searchParams)
    if (target > 1) query.set('page', String(target))
    else query.delete('page')
    return `?${query}`
  }
  return (
    <nav className="pages" aria-label="Páginas">
      {page > 1 && (
        <Link className="button" to={search(page - 1)} rel="prev">
          Anterior
        </Link>
      )}
      <span className="mono">
        {page} de {pages}
      </span>
      {page < pages && (
        <Link className="button" to={search(page + 1)} rel="next">
          Siguiente
        </Link>
      )}
    </nav>
  )
}

interface EmptyProps {
  children: ReactNode
  link?: { to: string; label: string; isStrong?: boolean } | null | false
}

/** Shown in place of an empty list. */
export const Empty = ({ children, link }: EmptyProps) => (
  <div className="empty">
    <p>{children}</p>
    {link && (
      <Link className={link.isStrong ? 'button button-strong' : 'button'} to={link.to}>
        {link.label}
      </Link>
    )}
  </div>
)
