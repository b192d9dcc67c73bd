import type { EditorView } from '@tiptap/pm/view'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isBlankHtml } from '../../../shared/field-schemas.ts'
import { embedIn } from '../embed-codes.ts'
import { picturesIn } from '../picture/picture-file.ts'
import { insertBlock, KeepBlocks, roomBelow } from './rich-blocks.ts'
import { showCaret } from './rich-caret.ts'
import { DescriptionPanel } from './rich-description.tsx'
import type { RichEditorProps } from './rich-editor-props.ts'
import { EmbedCards, embedParagraph } from './rich-embeds.ts'
import { LinkPanel } from './rich-link.tsx'
import { cleanPaste, hasWords } from './rich-paste.ts'
import { PicturePanel } from './rich-picture.tsx'
import { PlayerPanel } from './rich-player.tsx'
import { richExtensions } from './rich-schema.ts'
import { type Panel, RichToolbar } from './rich-toolbar.tsx'

const extensions = [...richExtensions, EmbedCards, KeepBlocks]

const picturesLeftWords = (count: number): string =>
  count === 1
    ? 'Pegamos el texto sin su imagen: agregala con el botón Imagen.'
    : `Pegamos el texto sin sus ${count} imágenes: agregalas con el botón Imagen.`

/** What the form holds: an editor that was left empty is blank, not `<p></p>`. */
const htmlOf = (editor: Editor): string => {
  const html = editor.getHTML()
  return isBlankHtml(html) ? '' : html
}

export function RichEditor(props: RichEditorProps) {
  const { labelId, describedBy, invalid, value, onChange, onBlur, upload, onPending, ref } = props
  const [panel, setPanel] = useState<Panel | null>(null)
  const [given, setGiven] = useState<File[]>([])
  const [remark, setRemark] = useState('')
  const latest = useRef({ onChange, onBlur })
  latest.current = { onChange, onBlur }
  const emitted = useRef(value)
  const current = useRef<Editor>(null)
  const picturesLeft = useRef(0)

  function takePicture(data: DataTransfer | null): boolean {
    const files = picturesIn(data)
    if (files.length === 0 || hasWords(data?.getData('text/html') ?? '')) return false
    setGiven((before) => [...before, ...files])
    setPanel('picture')
    return true
  }

  /** A recording pasted between blocks or into an empty paragraph stands alone, and one writes on below it. */
  function takeRecording(view: EditorView, data: DataTransfer | null): boolean {
    const embed = embedIn(data?.getData('text/plain') ?? '')
    const { selection, tr, schema } = view.state
    const { $to, empty } = selection
    const isInWords = $to.parent.isTextblock
    const isAlone = isInWords ? $to.parent.content.size === 0 : empty || roomBelow(view.state) !== null
    if (!embed || !isAlone || $to.depth !== Number(isInWords)) return false
    view.dispatch(insertBlock(tr, embedParagraph(schema, embed)))
    return true
  }

  const attributes = {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(invalid && { 'aria-invalid': 'true' }),
    class: 'rich-text',
  }

  const editor = useEditor({
    extensions,
    content: value,
    // The CSP allows no style element that was not in the page; form.css has the few rules.
    injectCSS: false,
    editorProps: {
      attributes,
      handleScrollToSelection: showCaret,
      // Called when what is pasted has been cleaned.
      handlePaste: (view, { clipboardData }) => {
        setRemark(picturesLeft.current > 0 ? picturesLeftWords(picturesLeft.current) : '')
        picturesLeft.current = 0
        if (takePicture(clipboardData) || takeRecording(view, clipboardData)) return true
        const room = roomBelow(view.state)
        if (room) view.dispatch(room)
        return false
      },
      handleDrop: (_view, event, _slice, moved) => !moved && takePicture(event.dataTransfer),
      transformPastedHTML: (html) => {
        const clean = cleanPaste(html)
        picturesLeft.current = clean.picturesLeft
        return clean.html
      },
    },
    onUpdate: ({ editor }) => {
      emitted.current = htmlOf(editor)
      latest.current.onChange(emitted.current)
    },
    onBlur: () => latest.current.onBlur(),
  })
  current.current = editor

  useImperativeHandle(ref, () => ({ focus: () => editor.view.focus() }))

  // A restored draft, or somebody else's text taken over, comes from outside.
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
    // At once: the text moves up, and a form that waits for a picture looks for the panel next.
    flushSync(() => {
      setPanel(null)
      setGiven([])
    })
    editor.view.focus()
    editor.view.dispatch(editor.state.tr.scrollIntoView())
  }

  return (
    <div className="rich" data-invalid={invalid ? '' : undefined}>
      <RichToolbar editor={editor} panel={panel} onPanel={choosePanel} />
      {panel === 'link' && <LinkPanel editor={editor} onClose={close} />}
      {panel === 'player' && <PlayerPanel editor={editor} onClose={close} />}
      {panel === 'description' && <DescriptionPanel editor={editor} onClose={close} />}
      {panel === 'picture' && (
        <PicturePanel editor={editor} given={given} upload={upload} onPending={onPending} onClose={close} />
      )}
      <EditorContent editor={editor} />
      <p className="rich-remark" role="status">
        {remark}
      </p>
    </div>
  )
}
