/**
 * Adds pencils to a public page, which open forms. public-entry.ts loads this script only for administrators, because all visitors get
 * the same cached page (docs/decisions/0064).
 *
 * A text belongs to the field of the page's item or of the settings that has the same words. So pages need no marks, and a
 * new text has a pencil without code. A card that links to another item has one pencil, which opens that item.
 */
import { editPath } from '../../admin-layout/paths.ts'
import { call } from '../../api/client/call.ts'
import { FROM_KEY } from '../../api/client/session.ts'
import { fieldPath } from '../../content/shared/field-links.ts'
import { getDeclaration, type ResourceName, resourceNames } from '../../content/shared/resources.ts'
import { getItemPath } from '../../content/shared/slugs.ts'
import { settingsFormPath, settingsNames } from '../../settings/shared/settings-names.ts'
import { fillPlaceholders } from '../../settings/shared/site-settings.ts'
import { spanishPath } from '../../shared/languages.ts'
import { newsPath } from '../../shared/public-paths.ts'
import { SLOT_TAG } from '../../site-layout/islands/island-names.ts'
import { chooseLanguage } from '../../ui/choose-language.ts'
import { pencilStyles } from './pencil-styles.ts'
import { type Placed, placePencils } from './place-pencils.ts'
import { addVisitorView } from './visitor-view.ts'

/** Number of items of a list whose pages are known. A page shows fewer. */
const ITEMS_MAX = 100

/** Characters of a text in the name of its pencil. */
const LABEL_MAX = 60

/** Values of an answer that no page shows as text. */
const HIDDEN = ['_id', 'images', 'alt', 'share', 'slug', 'createdAt', 'updatedAt', 'publishAt', 'unpublishAt']

/** Parts of a page whose texts are not for editing here. */
const SKIPPED = 'script, style, noscript, svg, header.bar, form, [aria-hidden=true], .pencil'

/** Elements whose text is one field or one block of a rich text, also when a part of it is a link or a line of its own. */
const BLOCKS = 'h1, h2, h3, h4, p, li, figcaption, dt, dd'

type Entity = Record<string, unknown>
type AddText = (text: string, path: readonly string[]) => void

/** Addresses of form fields, by the text of the field without its spaces. */
const targets = new Map<string, string>()

/** The items to which the page links, by the path of their page. */
const items = new Map<string, Item>()

/** All pencils of the page, and what they stand beside. */
const pencils: Placed[] = []

/** Number of pencils of each target. */
const counts = new Map<string, number>()

interface Item {
  title: string
  form: string
}

/** Removes spaces, because pages break long titles into lines. */
const toKey = (text: string): string => text.replace(/\s+/g, '')

const findTarget = ({ textContent }: Node): string | undefined => targets.get(toKey(textContent ?? ''))

/** Keeps the first field of two with the same text. */
function addTexts(entity: Entity, form: string, fill: (text: string) => string = (text) => text): void {
  listTexts(entity, [], (text, path) => {
    for (const { part, block } of splitText(fill(text))) {
      const key = toKey(part)
      if (key !== '' && !targets.has(key)) targets.set(key, fieldPath(form, ...path, ...block))
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

/** Returns the whole text and its paragraphs. Those of a rich text have the number of their block. */
function splitText(text: string): { part: string; block: string[] }[] {
  if (!text.startsWith('<')) return [text, ...text.split('\n')].map((part) => ({ part, block: [] }))
  const blocks = [...new DOMParser().parseFromString(text, 'text/html').body.children]
  return blocks.flatMap((block, index) =>
    [block, ...block.querySelectorAll(BLOCKS)].map(({ textContent }) => ({
      part: textContent,
      block: [String(index)],
    })),
  )
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
    for (const each of (list && 'data' in list ? list.data : list) ?? []) {
      const field = declaration.page?.slugOf ?? declaration.nameField
      const path = declaration.page
        ? getItemPath(declaration, String(each.slug))
        : newsPath(String(each.newsTitle))
      const form = fieldPath(editPath(declaration, String(each._id)), field)
      items.set(path, { title: String(each[field] ?? ''), form })
    }
  })
}

const getPagePath = (name: ResourceName): string => getDeclaration(name).page?.path ?? newsPath('')

/** Finds the item that the edit link of this page opens. */
function findOwnItem({ pathname }: HTMLAnchorElement): { resource: ResourceName; id: string } | null {
  const id = decodeURIComponent(pathname.split('/').at(-1) ?? '')
  const resource = resourceNames.find((name) => editPath(getDeclaration(name), id) === pathname)
  return resource ? { resource, id } : null
}

/** Adds a pencil to each card of another item, and to each other text that belongs to a field. */
function addPencils(): void {
  const cards = findCards()
  const isInCard = (node: Node): boolean => [...cards.keys()].some((card) => card.contains(node))
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const found: [Text | HTMLElement, string][] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const place = node instanceof Text || isBlock(node) ? (node as Text | HTMLElement) : null
    const target = place && findTarget(place)
    if (!target || node.parentElement?.closest(SKIPPED) || isInCard(node)) continue
    if (!found.some(([outer]) => outer.contains(node))) found.push([place, target])
  }
  for (const [place, target] of found) addFieldPencil(place, target)
  for (const [card, item] of cards) addCardPencil(card, item)
}

/** Returns the cards and rows that link to other items. A card with several links belongs to the item of the first one. */
function findCards(): Map<HTMLElement, Item> {
  const cards = new Map<HTMLElement, Item>()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href^="/"]')) {
    const item = link.pathname === location.pathname ? undefined : items.get(spanishPath(link.pathname))
    const card = item && findCard(link)
    if (card && !cards.has(card)) cards.set(card, item)
  }
  return cards
}

/** @returns null for a link within a text or within a row of the page's own item, such as a row of the line-up */
function findCard(link: HTMLAnchorElement): HTMLElement | null {
  if (findTarget(link) || link.closest(`${SKIPPED}, .prose`)) return null
  const card = link.closest<HTMLElement>('article, li')
  if (card && !card.querySelector('h1')) return card
  return link.querySelector('h2, h3') && link
}

/** True for a heading whose lines are elements of their own, and for a paragraph with links or strong words. */
const isBlock = (node: Node): boolean =>
  node instanceof HTMLElement &&
  node.matches(BLOCKS) &&
  node.children.length > 0 &&
  !node.querySelector(`.unseen, ${BLOCKS}`)

/** Adds the pencil after the text. */
function addFieldPencil(place: Text | HTMLElement, target: string): void {
  const pencil = createPencil(target, place.textContent)
  const host = place instanceof Text ? getHost(place) : place
  // A link cannot contain another link.
  const link = host.closest<HTMLElement>('a, button, summary')
  if (link) link.after(pencil)
  // Last in its section, because many texts have a margin above that depends on the element before them.
  else if (isBalanced(host)) getBlock(host).parentElement?.closest(':not(dl, dl *, ul, ol)')?.append(pencil)
  else host.append(pencil)
  // The link of a slide fills it, and the slide cuts off all that follows.
  const slide = link?.closest('.carousel-slide') ?? undefined
  slide?.classList.add('pencil-card')
  pencils.push({ pencil, text: host, picture: slide })
}

/** True for a text whose lines the browser makes alike. It stops doing so when a pencil is among its words. */
const isBalanced = (host: Element): boolean => getComputedStyle(host).textWrapStyle !== 'auto'

/** Returns the element whose lines contain a text. */
function getBlock(host: HTMLElement): HTMLElement {
  let block = host
  while (block.parentElement && getComputedStyle(block).display.startsWith('inline'))
    block = block.parentElement
  return block
}

/** Adds the pencil of a card, which stands in the corner of its picture, or beside its heading. */
function addCardPencil(card: HTMLElement, { title, form }: Item): void {
  const heading = card.querySelector('h2, h3')
  const pencil = createPencil(form, heading?.textContent ?? (title || card.textContent))
  const pictures = [...card.querySelectorAll('picture')]
  const picture = pictures.find((each) => !each.closest('[popover]'))
  // React may not have taken over a slide yet, so only the HTML of the server in it may change.
  if (card instanceof HTMLAnchorElement) card.after(pencil)
  else (card.querySelector(`:scope > ${SLOT_TAG}`) ?? card).append(pencil)
  if (!(card instanceof HTMLAnchorElement)) card.classList.add('pencil-card')
  pencils.push({ pencil, text: heading ?? card, picture })
}

function createPencil(target: string, text: string): HTMLAnchorElement {
  const pencil = document.createElement('a')
  const words = text.replace(/\s+/g, ' ').trim()
  const count = (counts.get(target) ?? 0) + 1
  counts.set(target, count)
  pencil.className = 'pencil'
  // After saving, the page scrolls back to the pencil that its fragment names.
  pencil.dataset.key = encodeURIComponent(`${target} ${count}`)
  const from = `${location.pathname}${location.search}#${pencil.dataset.key}`
  pencil.href = `${target}&${new URLSearchParams({ [FROM_KEY]: from })}`
  pencil.ariaLabel = `${chooseLanguage('Editar', 'Edit')}: ${words.slice(0, LABEL_MAX)}`
  pencil.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 20l1-5L16 4l4 4L9 19z"/></svg>'
  return pencil
}

/** Returns the element of a text. */
function getHost(text: Text): HTMLElement {
  // Beside this text for screen readers, the letters are drawn as pictures.
  const drawn = text.parentElement?.closest('.unseen')?.parentElement
  if (drawn) return drawn
  const span = document.createElement('span')
  text.replaceWith(span)
  span.append(text)
  return span
}

/** The pencil whose form was left, until the user does something. The page grows while fonts and sections arrive. */
let returned: HTMLElement | undefined

/** Moves to the pencil whose form was left, and removes its name from the address. */
function returnToPencil(): void {
  returned = pencils.find(({ pencil }) => `#${pencil.dataset.key}` === location.hash)?.pencil
  if (!returned) return
  history.replaceState(history.state, '', location.pathname + location.search)
  returned.focus({ preventScroll: true })
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    addEventListener(type, () => (returned = undefined), { once: true, passive: true, capture: true })
}

function place(): void {
  placePencils(pencils)
  returned?.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** Places the pencils again when the page has another layout: another width, fonts or pictures, or a section that is drawn late. */
function keepInPlace(): void {
  let frame = 0
  const placeSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(place)
  }
  new ResizeObserver(placeSoon).observe(document.body)
  document.addEventListener('contentvisibilityautostatechange', placeSoon, true)
  document.addEventListener('toggle', placeSoon, true)
  document.fonts.addEventListener('loadingdone', placeSoon)
}

function start(): void {
  const editLink = document.querySelector<HTMLAnchorElement>('a.edit-link')
  if (!editLink) return
  const styles = new CSSStyleSheet()
  styles.replaceSync(pencilStyles)
  document.adoptedStyleSheets.push(styles)
  let isComplete = false
  addVisitorView(async () => {
    if (isComplete) return place()
    isComplete = true
    await readTexts(editLink)
    addPencils()
    returnToPencil()
    place()
    keepInPlace()
  })
}

start()
