/** The guide of the repository as a screen: table of contents, search, and all parts. Links can lead to a single part. */
import './guide.css'
import { parts } from 'virtual:guide'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { Heading } from '../../../platform/admin-layout/screen-parts.tsx'
import { QUERY_MAX } from '../../../platform/shared/limits.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { decodeAnchor, findParts, listSearchTexts } from './guide-search.ts'

const texts = listSearchTexts(parts)

export default function Guide() {
  const { hash } = useLocation()
  const [typed, setTyped] = useState('')
  const found = useMemo(() => findParts(texts, typed), [typed])
  const isSearch = typed.trim() !== ''

  // The browser could not scroll to the part in the address before it was rendered, so this effect does.
  useEffect(() => {
    if (hash === '') return
    const heading = document.getElementById(decodeAnchor(hash.slice(1)))
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [hash])

  return (
    <div className="guide">
      <Heading lead="Cada tarea entra en una pantalla, y nada se rompe sin vuelta atrás.">Guía</Heading>
      <search className="guide-search">
        <input
          type="search"
          className="control"
          aria-label="Buscar en la guía"
          placeholder="Buscar en la guía"
          maxLength={QUERY_MAX}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <p className="total" {...liveRegion}>
          {isSearch && (found.size === 1 ? '1 parte' : `${found.size} partes`)}
        </p>
      </search>
      {isSearch && found.size === 0 && (
        <p className="empty">Nada de la guía dice eso. Probá con otra palabra, o con el comienzo de una.</p>
      )}
      <nav aria-label="Contenido" className="guide-contents">
        <ul>
          {parts
            .filter(({ id, depth }) => found.has(id) && (isSearch || depth === 2))
            .map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
        </ul>
      </nav>
      <div className="guide-parts">
        {parts.map(({ id, title, depth, html }) => {
          const Title = depth === 2 ? 'h2' : 'h3'
          return (
            <section key={id} aria-labelledby={id} hidden={!found.has(id)}>
              <Title id={id} tabIndex={-1}>
                {title}
              </Title>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is made from the repository's guide at build time */}
              <div className="guide-text" dangerouslySetInnerHTML={{ __html: html }} />
            </section>
          )
        })}
      </div>
    </div>
  )
}
