import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { QUERY_MAX } from '../../../shared/limits.ts'

const SEARCH_DELAY_MS = 300

interface SearchProps {
  q: string
  label: string
  /** Hidden inputs: what else the address says. */
  children?: ReactNode
}

/** A form of its own: it also works with Enter, and the address can be kept. */
export function Search({ q, label, children }: SearchProps) {
  const submit = useSubmit()
  const [typed, setTyped] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  // Back and forward change the search too; while somebody types, what is typed leads.
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
      <button type="submit" className="button">
        Buscar
      </button>
    </Form>
  )
}
