/** The node for a picture in the text. Its caption is edited below the picture. */
import { Node } from '@tiptap/core'
import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { MEDIA_PATH } from '../../../shared/fields.ts'
import { cleanCaption } from '../../../shared/richtext.ts'
import { addCursorBelow } from './rich-blocks.ts'

const OWN = `img[src^="${MEDIA_PATH}"]`

const storedAttribute = (name: string, fallback: string | null) => ({
  default: fallback,
  parseHTML: (element: HTMLElement) =>
    (element.localName === 'figure' ? element.querySelector(OWN) : element)?.getAttribute(name) ?? fallback,
})

/** Accepts only pictures of the site, and only the attributes that the server keeps. */
export const RichPicture = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => ({
    src: storedAttribute('src', null),
    alt: storedAttribute('alt', ''),
    width: storedAttribute('width', null),
    height: storedAttribute('height', null),
    caption: {
      default: '',
      rendered: false,
      parseHTML: (element) => cleanCaption(element.querySelector('figcaption')?.textContent ?? ''),
    },
  }),
  parseHTML: () => [
    { tag: 'figure', getAttrs: (figure) => (figure.querySelector(OWN) ? null : false) },
    { tag: OWN },
  ],
  renderHTML({ node, HTMLAttributes }) {
    const picture = ['img', HTMLAttributes] as const
    return node.attrs.caption ? ['figure', picture, ['figcaption', node.attrs.caption]] : picture
  },
  addNodeView:
    () =>
    ({ node, view, getPos }) =>
      pictureView(node, view, getPos),
})

/** Counts how often captions got the focus. All changes of a caption between focus and blur are undone in one step. */
let visits = 0

function pictureView(first: ProseMirrorNode, view: EditorView, getPos: () => number | undefined): NodeView {
  const dom = document.createElement('figure')
  dom.className = 'rich-picture'
  const image = document.createElement('img')
  // A hidden copy of the caption gives the frame the height of the caption.
  const frame = document.createElement('figcaption')
  frame.className = 'rich-caption'
  const words = document.createElement('textarea')
  words.rows = 1
  words.placeholder = 'Epígrafe (opcional)'
  words.tabIndex = -1
  frame.append(words)
  dom.append(image, frame)
  let visit = ''

  function show({ attrs }: ProseMirrorNode) {
    for (const name of ['src', 'alt', 'width', 'height']) {
      const value: unknown = attrs[name] ?? null
      if (value === null) image.removeAttribute(name)
      else if (image.getAttribute(name) !== String(value)) image.setAttribute(name, String(value))
    }
    words.setAttribute(
      'aria-label',
      attrs.alt ? `Epígrafe de la imagen: ${attrs.alt}` : 'Epígrafe de la imagen',
    )
    // The caption is replaced only when it differs by more than a trailing space. Stored captions have no trailing space,
    // but a space that was just typed must stay.
    if (cleanCaption(words.value) !== attrs.caption) words.value = attrs.caption
    frame.dataset.words = words.value
  }

  function leave(select: (position: number) => void) {
    const position = getPos()
    if (position === undefined) return
    view.focus()
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)))
    select(position)
  }

  function writeBelow() {
    const room = addCursorBelow(view.state)
    if (room) view.dispatch(room)
  }

  words.addEventListener('input', () => {
    const position = getPos()
    if (position === undefined) return
    const { tr } = view.state
    tr.setNodeAttribute(position, 'caption', cleanCaption(words.value))
    frame.dataset.words = words.value
    view.dispatch(tr.setMeta('composition', visit))
  })
  words.addEventListener('focus', () => {
    visits++
    visit = `caption ${visits}`
    // Firefox cannot select text in draggable elements, so the picture is not draggable while its caption has the focus.
    dom.draggable = false
  })
  words.addEventListener('blur', () => {
    dom.draggable = true
    words.value = cleanCaption(words.value)
    frame.dataset.words = words.value
  })
  words.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const { selectionStart, selectionEnd, value } = words
    const isAtEnd = selectionStart === value.length
    const isAtStart = selectionEnd === 0
    if (event.key === 'Enter' || (event.key === 'ArrowDown' && isAtEnd)) leave(writeBelow)
    else if (event.key === 'Escape' || (event.key === 'ArrowUp' && isAtStart)) leave(() => {})
    else return
    event.preventDefault()
    event.stopPropagation()
  })

  show(first)
  return {
    dom,
    update(node) {
      if (node.type !== first.type) return false
      show(node)
      return true
    },
    selectNode() {
      image.classList.add('ProseMirror-selectednode')
      words.tabIndex = 0
    },
    deselectNode() {
      image.classList.remove('ProseMirror-selectednode')
      words.tabIndex = -1
    },
    // ProseMirror ignores the events of the caption, except drags, because another picture can be dropped on the caption.
    stopEvent: ({ target, type }) => target === words && !(view.dragging && /^dr/.test(type)),
    ignoreMutation: () => true,
  }
}
