/**
 * Adds a pencil beside each text of a public page, which opens the form field of that text. main.ts loads this script only
 * for administrators, because all visitors get the same cached page (docs/decisions/0064).
 *
 * A text belongs to the field that has the same words. So pages need no marks, and a new text has a pencil without code.
 */
import { editPath } from '../../admin-layout/paths.ts'
import { call } from '../../api/client/call.ts'
import { FROM_KEY } from '../../auth/client/session.ts'
import { fieldPath } from '../../content/shared/field-links.ts'
import { getDeclaration, type ResourceName, resourceNames } from '../../content/shared/resources.ts'
import { settingsFormPath, settingsNames } from '../../settings/shared/settings-names.ts'
import { fillPlaceholders } from '../../settings/shared/site-settings.ts'
import { newsPath } from '../../shared/public-paths.ts'
import { chooseLanguage } from '../../ui/choose-language.ts'
import { pencilStyles } from './pencil-styles.ts'

/** Number of items of a list whose texts are known. A page shows fewer. */
const ITEMS_MAX = 100

/** Characters of a text in the name of its pencil. */
const LABEL_MAX = 60

/** Values of an answer that no page shows as text. */
const HIDDEN = ['_id', 'images', 'alt', 'share', 'slug', 'createdAt', 'updatedAt', 'publishAt', 'unpublishAt']

/** Parts of a page whose texts are not for editing here. */
const SKIPPED = 'script, style, noscript, svg, header.bar, form, [aria-hidden=true], .pencil'

type Entity = Record<string, unknown>
type AddText = (text: string, path: readonly string[]) => void

/** Addresses of form fields, by the text of the field without its spaces. */
const targets = new Map<string, string>()

/** Removes spaces, because pages break long titles into lines. */
const toKey = (text: string): string => text.replace(/\s+/g, '')

const findTarget = ({ textContent }: Node): string | undefined => targets.get(toKey(textContent ?? ''))

/** Keeps the first field of two with the same text. */
function addTexts(entity: Entity, form: string, fill: (text: string) => string = (text) => text): void {
  listTexts(entity, [], (text, path) => {
    for (const part of splitText(fill(text))) {
      const key = toKey(part)
      if (key !== '' && !targets.has(key)) targets.set(key, fieldPath(form, ...path))
    }
  })
}

/** Calls `add` for each text of an answer. The path of a row is field name, `_id` and column. */
function listTexts(entity: Entity, above: readonly string[], add: AddText): void {
  for (const [name, value] of Object.entries(entity)) {
    if (HIDDEN.includes(name)) continue
    if (typeof value === 'string') add(value, join(above, name))
    else if (Array.isArray(value))
      for (const row of value as Entity[]) listRowTexts(row, join(above, name), add)
    else if (typeof value === 'object' && value !== null) listTexts(value as Entity, join(above, name), add)
  }
}

function listRowTexts(row: Entity, field: readonly string[], add: AddText): void {
  for (const [column, value] of Object.entries(row))
    if (column !== '_id' && typeof value === 'string') add(value, [...field, String(row._id), column])
}

/** Names of nested objects are one field name with dots. */
const join = (above: readonly string[], name: string): string[] => [[...above, name].join('.')]

/** Returns the whole text and its paragraphs. Of a rich text it returns the first block with words. */
function splitText(text: string): string[] {
  if (!text.startsWith('<')) return [text, ...text.split('\n')]
  const blocks = new DOMParser().parseFromString(text, 'text/html').body.children
  const first = [...blocks].map(({ textContent }) => textContent).find((words) => toKey(words) !== '')
  return first === undefined ? [] : [first]
}

async function read<T>(path: string): Promise<T | null> {
  const answer = await call<T>('GET', path)
  return answer.ok ? answer.value : null
}

/** Reads the settings, the item of this page, and the items to which the page links. */
async function readTexts(editLink: HTMLAnchorElement): Promise<void> {
  const own = findOwnItem(editLink)
  const linked = resourceNames.filter((name) => document.querySelector(`main [href*="${getPagePath(name)}"]`))
  const [site, item, ...lists] = await Promise.all([
    read<Record<string, Entity>>('/site'),
    own && read<Entity>(`/${own.resource}/${own.id}`),
    ...linked.map((name) => read<Entity[] | { data: Entity[] }>(`/${name}?limit=${ITEMS_MAX}`)),
  ])
  if (own && item) addTexts(item, editPath(getDeclaration(own.resource), own.id))
  const names = site?.identity as { name: string; city: string } | undefined
  for (const name of settingsNames)
    if (site?.[name] && names)
      addTexts(site[name], settingsFormPath(name), (text) => fillPlaceholders(text, names))
  lists.forEach((list, index) => {
    const declaration = getDeclaration(linked[index] as ResourceName)
    for (const each of (list && 'data' in list ? list.data : list) ?? [])
      addTexts(each, editPath(declaration, String(each._id)))
  })
}

const getPagePath = (name: ResourceName): string => getDeclaration(name).page?.path ?? newsPath('')

/** Finds the item that the edit link of this page opens. */
function findOwnItem({ pathname }: HTMLAnchorElement): { resource: ResourceName; id: string } | null {
  const id = decodeURIComponent(pathname.split('/').at(-1) ?? '')
  const resource = resourceNames.find((name) => editPath(getDeclaration(name), id) === pathname)
  return resource ? { resource, id } : null
}

/** Adds a pencil to each text of the page that belongs to a field. */
function addPencils(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const found: [Text | HTMLElement, string][] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const place = node instanceof Text || isBrokenTitle(node) ? (node as Text | HTMLElement) : null
    const target = place && findTarget(place)
    if (target && !node.parentElement?.closest(SKIPPED)) found.push([place, target])
  }
  for (const [index, [place, target]] of found.entries()) addPencil(place, target, `--pencil-${index}`)
}

/** True for a heading whose lines are elements of their own. */
const isBrokenTitle = (node: Node): boolean =>
  node instanceof HTMLHeadingElement && node.children.length > 1 && !node.querySelector('.unseen')

function addPencil(place: Text | HTMLElement, target: string, anchor: string): void {
  const words = place.textContent.replace(/\s+/g, ' ').trim()
  const host = place instanceof Text ? getHost(place) : place
  host.style.setProperty('anchor-name', anchor)
  const pencil = document.createElement('a')
  pencil.className = 'pencil'
  pencil.style.setProperty('position-anchor', anchor)
  const from = location.pathname + location.search
  pencil.href = `${target}&${new URLSearchParams({ [FROM_KEY]: from })}`
  pencil.ariaLabel = `${chooseLanguage('Editar', 'Edit')}: ${words.slice(0, LABEL_MAX)}`
  pencil.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 20l1-5L16 4l4 4L9 19z"/></svg>'
  // A link cannot contain another link.
  const link = host.closest('a, button, summary') ?? host
  link.after(pencil)
}

/** Returns the element on whose corner the pencil stands. */
function getHost(text: Text): HTMLElement {
  // Beside this text for screen readers, the letters are drawn as pictures.
  const drawn = text.parentElement?.closest('.unseen')?.parentElement
  if (drawn) return drawn
  const span = document.createElement('span')
  text.replaceWith(span)
  span.append(text)
  return span
}

async function start(): Promise<void> {
  const editLink = document.querySelector<HTMLAnchorElement>('a.edit-link')
  if (!editLink) return
  await readTexts(editLink)
  const styles = new CSSStyleSheet()
  styles.replaceSync(pencilStyles)
  document.adoptedStyleSheets.push(styles)
  addPencils()
}

void start()
