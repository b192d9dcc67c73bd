import { Link, useSearchParams } from 'react-router'

/** The ways to the pages before and after, whatever else the address says. */
export function Pages({ page, pages }: { page: number; pages: number }) {
  const [searchParams] = useSearchParams()
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
