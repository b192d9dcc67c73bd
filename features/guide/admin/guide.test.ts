/** The guide inside the back office: its parts, its links, and the part that each screen links to. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commands } from '../../../platform/admin-layout/commands.ts'
import { adminPaths, stepPath } from '../../../platform/admin-layout/paths.ts'
import { getGuideAnchor, screens } from '../../../platform/admin-layout/screen-list.ts'
import { steps } from '../../first-day/admin/first-day-steps.ts'
import { createAnchor, splitGuide } from './guide-parts.ts'
import { findParts, listSearchTexts } from './guide-search.ts'

const markdown = readFileSync(new URL('../../../docs/guia-del-club.md', import.meta.url), 'utf8')
const parts = splitGuide(markdown)
const ids = parts.map(({ id }) => id)

describe('the parts of the guide', () => {
  it('follow the headings, each with its own anchor', () => {
    expect(parts.length).toBeGreaterThan(15)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { title, html } of parts) expect([title, html.length > 100]).toEqual([title, true])
    expect(parts.some(({ depth }) => depth === 3)).toBe(true)
  })

  it('contain the whole text except the notes for the repository', () => {
    const [before = ''] = markdown.split('\n## ')
    expect(before.split('\n- ')).toHaveLength(parts.filter(({ depth }) => depth === 2).length + 1)
  })

  it('are the targets of all links within the guide', () => {
    const links = [...markdown.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor)
    expect(links.length).toBeGreaterThan(15)
    for (const anchor of links) expect(ids).toContain(anchor)
  })

  it('contain nothing that the Content-Security-Policy blocks', () => {
    for (const { html } of parts) expect(html).not.toMatch(/<script|<style|\son\w+=|\sstyle=/)
  })

  it.each([
    ['Historial: quién hizo qué', 'historial-quién-hizo-qué'],
    ['Qué hacer si…', 'qué-hacer-si'],
    ['Borrar, y arrepentirse', 'borrar-y-arrepentirse'],
  ])('have for the heading %s the anchor #%s', (title, anchor) => expect(createAnchor(title)).toBe(anchor))
})

describe('the link of a screen to the guide', () => {
  const addresses = [
    ...commands.map(({ to }) => to).filter((to) => to.startsWith('/admin')),
    ...screens.map(({ path }) => path.replace(/:\w+/, 'x')),
    ...steps.map(({ slug }) => stepPath(slug)),
  ]

  it.each(addresses.filter((path) => path !== adminPaths.guide))(
    'leads from %s to an existing part',
    (path) => {
      expect(ids).toContain(getGuideAnchor(path))
      expect(getGuideAnchor(`${path}/`)).toBe(getGuideAnchor(path))
    },
  )

  it('exists except for the guide itself and unknown addresses', () => {
    for (const path of [adminPaths.guide, '/admin/nada', '/admin/nada/x', '/'])
      expect([path, getGuideAnchor(path)]).toEqual([path, null])
  })

  it('leads to existing parts from missing steps and from the links for later', () => {
    for (const anchor of ['correo', 'copias', 'avisos']) expect(ids).toContain(anchor)
  })
})

describe('the search in the guide', () => {
  const texts = listSearchTexts(parts)
  const found = (typed: string) => [...findParts(texts, typed)]

  it('finds all parts for an empty query', () => expect(found('  ')).toEqual(ids))

  it('finds words and prefixes, ignoring case and accents', () => {
    expect(found('CÓDIGO QR')).toContain('tu-cuenta-y-el-segundo-factor')
    expect(found('codigos de recuperacion')).toContain('tu-cuenta-y-el-segundo-factor')
    expect(found('papelera deshacer')).toContain('borrar-y-arrepentirse')
    expect(found('papelera deshacer')).not.toContain('mensajes')
  })

  it('ignores markup', () => {
    expect(found('<strong>')).toEqual([])
    expect(found('guia-menu.webp')).toEqual([])
    expect(found('zzz')).toEqual([])
  })
})
