import { Image } from '@tiptap/extension-image'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { isBlankHtml, isWebAddress } from '../../../contract/schemas.ts'
import { pictureIn } from './picture-file.ts'
import type { RichEditorProps } from './rich-field.tsx'
import { LinkPanel } from './rich-link.tsx'
import { PicturePanel } from './rich-picture.tsx'
import { type Panel, RichToolbar } from './rich-toolbar.tsx'

/** Only what the server's allow-list keeps (decisions §3, News): what one sees here is what is stored. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: (address) => isWebAddress(address) || /^(mailto|tel):/i.test(address),
    },
  }),
  Image.configure({ allowBase64: false }),
]

/** What the form holds: an editor that was left empty is blank, not `<p></p>`. */
const htmlOf = (editor: Editor): string => {
  const html = editor.getHTML()
  return isBlankHtml(html) ? '' : html
}

export function RichEditor(props: RichEditorProps) {
  const { labelId, describedBy, invalid, value, onChange, onBlur, upload, onPending, ref } = props
  const [panel, setPanel] = useState<Panel | null>(null)
  const [given, setGiven] = useState<File | null>(null)
  const latest = useRef({ onChange, onBlur })
  latest.current = { onChange, onBlur }
  const emitted = useRef(value)

  function takePicture(data: DataTransfer | null): boolean {
    const file = pictureIn(data)
    if (!file) return false
    setGiven(file)
    setPanel('picture')
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
      handlePaste: (_view, event) => takePicture(event.clipboardData),
      handleDrop: (_view, event, _slice, moved) => !moved && takePicture(event.dataTransfer),
    },
    onUpdate: ({ editor }) => {
      emitted.current = htmlOf(editor)
      latest.current.onChange(emitted.current)
    },
    onBlur: () => latest.current.onBlur(),
  })

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
      {panel === 'picture' && (
        <PicturePanel editor={editor} given={given} upload={upload} onPending={onPending} onClose={close} />
      )}
      <EditorContent editor={editor} />
    </div>
  )
}
