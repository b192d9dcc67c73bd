import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { isBlankHtml } from '../../../contract/schemas.ts'
import { pictureIn } from './picture-file.ts'
import { EmbedCards, embedIn, embedParagraph } from './rich-embeds.ts'
import type { RichEditorProps } from './rich-field.tsx'
import { LinkPanel } from './rich-link.tsx'
import { cleanPaste, hasWords } from './rich-paste.ts'
import { PicturePanel } from './rich-picture.tsx'
import { PlayerPanel } from './rich-player.tsx'
import { richExtensions } from './rich-schema.ts'
import { type Panel, RichToolbar } from './rich-toolbar.tsx'

const extensions = [...richExtensions, EmbedCards]

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
  const [given, setGiven] = useState<File | null>(null)
  const [remark, setRemark] = useState('')
  const latest = useRef({ onChange, onBlur })
  latest.current = { onChange, onBlur }
  const emitted = useRef(value)
  const current = useRef<Editor>(null)
  const picturesLeft = useRef(0)

  function takePicture(data: DataTransfer | null): boolean {
    const file = pictureIn(data)
    if (!file || hasWords(data?.getData('text/html') ?? '')) return false
    setGiven(file)
    setPanel('picture')
    return true
  }

  /** A recording pasted into an empty paragraph stands alone, and one writes on below it. */
  function takeRecording(data: DataTransfer | null): boolean {
    const embed = embedIn(data?.getData('text/plain') ?? '')
    const { $from, empty } = current.current?.state.selection ?? {}
    if (!embed || !empty || $from?.depth !== 1 || $from.parent.content.size > 0) return false
    current.current?.commands.insertContent([embedParagraph(embed), { type: 'paragraph' }])
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
      // Called when what is pasted has been cleaned.
      handlePaste: (_view, { clipboardData }) => {
        setRemark(picturesLeft.current > 0 ? picturesLeftWords(picturesLeft.current) : '')
        picturesLeft.current = 0
        return takePicture(clipboardData) || takeRecording(clipboardData)
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

  function close() {
    setPanel(null)
    setGiven(null)
    editor.view.focus()
  }

  return (
    <div className="rich" data-invalid={invalid ? '' : undefined}>
      <RichToolbar
        editor={editor}
        panel={panel}
        onPanel={(chosen) => setPanel(chosen === panel ? null : chosen)}
      />
      {panel === 'link' && <LinkPanel editor={editor} onClose={close} />}
      {panel === 'player' && <PlayerPanel editor={editor} onClose={close} />}
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
