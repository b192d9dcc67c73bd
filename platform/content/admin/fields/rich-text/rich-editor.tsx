import type { EditorView } from '@tiptap/pm/view'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { liveRegion } from '../../../../ui/live-region.ts'
import { isBlankHtml } from '../../../shared/field-schemas.ts'
import { findPastedEmbed } from '../embed-codes.ts'
import { getPictures } from '../picture/picture-file.ts'
import { hasWords } from './paste/clean-paste.ts'
import { addCursorBelow, insertBlock, KeepBlocks } from './rich-blocks.ts'
import { RichClipboard } from './rich-clipboard.ts'
import { DescriptionPanel } from './rich-description.tsx'
import { createEmbedParagraph, EmbedCards } from './rich-embeds.ts'
import { closeLevels } from './rich-headings.ts'
import { LanguagePanel } from './rich-language.tsx'
import { LinkPanel } from './rich-link.tsx'
import { formatListLevel, getListLevel } from './rich-lists.ts'
import { PicturePanel, type PictureUpload } from './rich-picture.tsx'
import { PlayerPanel } from './rich-player.tsx'
import { editorRules, richExtensions } from './rich-schema.ts'
import { type Panel, RichToolbar } from './rich-toolbar.tsx'

export interface RichEditorProps extends PictureUpload {
  labelId: string
  describedBy?: string
  invalid: boolean
  /** Language of the text, when it is not that of the screen (WCAG 3.1.2). */
  lang?: string
  /** The text as HTML. Blank when it has neither words nor pictures. */
  value: string
  onChange: (html: string) => void
  onBlur: () => void
  ref?: Ref<{ focus: () => void }> | undefined
}

const formatLostPictures = (count: number): string =>
  count === 0
    ? ''
    : count === 1
      ? 'Pegamos el texto sin su imagen: agregala con el botón Imagen.'
      : `Pegamos el texto sin sus ${count} imágenes: agregalas con el botón Imagen.`

/** Names a selected picture, and the keys that lead to its caption and to its description. */
const formatPictureKeys = (alt: string): string =>
  `Imagen: ${alt || 'decorativa'}. Tab: epígrafe. Shift Tab y Enter: descripción.`

const CLOSED_LEVELS = 'Ajustamos los encabezados: el primero es H2, y ninguno saltea un nivel.'
const LEVELS_TO_CLOSE = 'Al guardar, los encabezados se ajustan: el primero es H2, y ninguno saltea un nivel.'

/** Returns the form's value of the text. The value of an empty editor is blank, not `<p></p>`. */
const getHtml = (editor: Editor): string => {
  const html = editor.getHTML()
  return isBlankHtml(html) ? '' : html
}

export function RichEditor(props: RichEditorProps) {
  const { labelId, describedBy, invalid, lang, value, onChange, onBlur, upload, onPending, ref } = props
  const [panel, setPanel] = useState<Panel | null>(null)
  const [given, setGiven] = useState<File[]>([])
  const [remark, setRemark] = useState('')
  /** The announcement of the selected picture, or the list level of the cursor. */
  const place = useRef<string | number>(0)
  const [announced, announce] = useState('')
  const latest = useRef({ onChange, onBlur })
  latest.current = { onChange, onBlur }
  const emitted = useRef(value)
  const current = useRef<Editor>(null)

  function takePicture(data: DataTransfer | null): boolean {
    const files = getPictures(data)
    if (files.length === 0 || hasWords(data?.getData('text/html') ?? '')) return false
    setGiven((before) => [...before, ...files])
    setPanel('picture')
    return true
  }

  /** Inserts a pasted recording as a block, if the cursor is between blocks or in an empty paragraph. */
  function takeRecording(view: EditorView, data: DataTransfer | null): boolean {
    const embed = findPastedEmbed(data?.getData('text/plain') ?? '')
    const { selection, tr, schema } = view.state
    const { $to, empty } = selection
    const isInWords = $to.parent.isTextblock
    const isAlone = isInWords ? $to.parent.content.size === 0 : empty || addCursorBelow(view.state) !== null
    if (!embed || !isAlone || $to.depth !== Number(isInWords)) return false
    view.dispatch(insertBlock(tr, createEmbedParagraph(schema, embed)))
    return true
  }

  const attributes = {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(invalid && { 'aria-invalid': 'true' }),
    ...(lang && { lang }),
    class: 'rich-text',
  }

  const [extensions] = useState(() => [
    ...richExtensions,
    EmbedCards,
    KeepBlocks,
    RichClipboard.configure({
      take: (view, data, isPaste) => takePicture(data) || (isPaste && takeRecording(view, data)),
      onLostPictures: (count) => setRemark(formatLostPictures(count)),
      onClosedLevels: () => setRemark((before) => `${before} ${CLOSED_LEVELS}`.trim()),
    }),
  ])

  const editor = useEditor({
    extensions,
    ...editorRules,
    content: value,
    // The CSP forbids TipTap's style element, so form.css contains its few rules.
    injectCSS: false,
    editorProps: {
      attributes,
      handleScrollToSelection: showCaret,
    },
    onUpdate: ({ editor }) => {
      emitted.current = getHtml(editor)
      latest.current.onChange(emitted.current)
    },
    // A screen reader reads neither the new level of an item nor a selected picture by itself.
    onTransaction: ({ editor, transaction }) => {
      const before = place.current
      place.current = editor.isActive('image')
        ? formatPictureKeys(editor.getAttributes('image').alt)
        : getListLevel(editor.state.selection)
      if (place.current === before) return
      const isListEdit = typeof before === 'number' && transaction.docChanged && editor.isFocused
      if (typeof place.current === 'string') announce(place.current)
      else announce(isListEdit ? formatListLevel(place.current) : '')
    },
    onBlur: () => latest.current.onBlur(),
  })
  current.current = editor

  useImperativeHandle(ref, () => ({ focus: () => editor.view.focus() }))

  // Shows a value that was set from outside: a draft was restored, or another administrator's text was taken over.
  useEffect(() => {
    if (value === emitted.current) return
    emitted.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  const wanted = JSON.stringify(attributes)
  useEffect(() => {
    editor.setOptions({ editorProps: { ...editor.options.editorProps, attributes: JSON.parse(wanted) } })
  }, [editor, wanted])

  function choosePanel(chosen: Panel) {
    const isOpen = chosen === panel || (chosen === 'picture' && panel === 'description')
    setPanel(isOpen ? null : chosen === 'picture' && editor.isActive('image') ? 'description' : chosen)
    setGiven([])
  }

  function close() {
    // Renders synchronously: the scroll needs the new layout, and a form searches for open panels.
    flushSync(() => {
      setPanel(null)
      setGiven([])
    })
    // A picture can arrive while somebody writes into another field.
    const focused = document.activeElement
    if (focused?.matches('input, textarea, [contenteditable=true]') && !focused.closest('.rich')) return
    editor.view.focus()
    editor.view.dispatch(editor.state.tr.scrollIntoView())
  }

  return (
    <div className="rich" data-invalid={invalid ? '' : undefined}>
      <RichToolbar editor={editor} panel={panel} onPanel={choosePanel} />
      {panel === 'link' && <LinkPanel editor={editor} onClose={close} />}
      {panel === 'language' && <LanguagePanel editor={editor} onAnnounce={announce} onClose={close} />}
      {panel === 'player' && <PlayerPanel editor={editor} onClose={close} />}
      {panel === 'description' && <DescriptionPanel editor={editor} onClose={close} />}
      {panel === 'picture' && (
        <PicturePanel editor={editor} given={given} upload={upload} onPending={onPending} onClose={close} />
      )}
      <EditorContent editor={editor} />
      <p className="rich-remark" {...liveRegion}>
        {closeLevels(editor.state) ? LEVELS_TO_CLOSE : remark}
      </p>
      <p className="unseen" {...liveRegion}>
        {announced}
      </p>
    </div>
  )
}

/** Smallest distance of the cursor from the toolbar and from the form's bar, px. */
const CARET_MARGIN = 8

/**
 * Scrolls the cursor into view. ProseMirror considers the edges of the window, but not the bars that stick to these edges.
 */
function showCaret(view: EditorView): boolean {
  const { top, bottom } = view.coordsAtPos(view.state.selection.head)
  const upper = stickyBottom(view.dom.closest('.rich')?.querySelector('.rich-toolbar')) + CARET_MARGIN
  const bar = document.querySelector('.action-bar')?.getBoundingClientRect().top ?? innerHeight
  const lower = Math.min(innerHeight, bar) - CARET_MARGIN
  if (bottom > lower) scrollBy(0, bottom - lower)
  else if (top < upper) scrollBy(0, top - upper)
  return true
}

/** Returns the lower edge of the toolbar while the toolbar sticks. */
function stickyBottom(toolbar: Element | null | undefined): number {
  if (!toolbar) return 0
  const { top } = getComputedStyle(toolbar)
  return Number.parseFloat(top) + toolbar.getBoundingClientRect().height
}
