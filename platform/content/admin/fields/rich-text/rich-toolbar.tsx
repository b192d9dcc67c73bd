import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { insertBlock } from './rich-blocks.ts'

export type Panel = 'link' | 'picture' | 'description' | 'player'

interface RichToolbarProps {
  editor: Editor
  panel: Panel | null
  onPanel: (panel: Panel) => void
}

interface Tool {
  name: string
  face: ReactNode
  run: () => void
  /** Undefined: a command rather than a state. */
  pressed?: boolean
  expanded?: boolean
  disabled?: boolean
}

/** One stop of the Tab key; arrows go from tool to tool (the toolbar pattern of the ARIA practices guide). */
export function RichToolbar({ editor, panel, onPanel }: RichToolbarProps) {
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      h2: editor.isActive('heading', { level: 2 }),
      h3: editor.isActive('heading', { level: 3 }),
      h4: editor.isActive('heading', { level: 4 }),
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      underline: editor.isActive('underline'),
      strike: editor.isActive('strike'),
      bulletList: editor.isActive('bulletList'),
      orderedList: editor.isActive('orderedList'),
      blockquote: editor.isActive('blockquote'),
      link: editor.isActive('link'),
      image: editor.isActive('image'),
      canUndo: editor.can().undo(),
      canRedo: editor.can().redo(),
    }),
  })
  const [current, setCurrent] = useState(0)
  // At once: the editor's own focus command waits for a frame, in which a fast typist loses a letter.
  const chain = () => {
    editor.view.focus()
    return editor.chain()
  }

  function insertRule() {
    // First: without the focus the editor scrolls nowhere.
    editor.view.focus()
    editor.view.dispatch(insertBlock(editor.state.tr, editor.schema.node('horizontalRule')))
  }

  const tools: Tool[] = [
    {
      name: 'Encabezado H2',
      face: 'H2',
      pressed: state.h2,
      run: () => chain().toggleHeading({ level: 2 }).run(),
    },
    {
      name: 'Encabezado H3',
      face: 'H3',
      pressed: state.h3,
      run: () => chain().toggleHeading({ level: 3 }).run(),
    },
    {
      name: 'Encabezado H4',
      face: 'H4',
      pressed: state.h4,
      run: () => chain().toggleHeading({ level: 4 }).run(),
    },
    { name: 'Negrita', face: <b>N</b>, pressed: state.bold, run: () => chain().toggleBold().run() },
    {
      name: 'Cursiva',
      face: <span className="rich-slanted">C</span>,
      pressed: state.italic,
      run: () => chain().toggleItalic().run(),
    },
    {
      name: 'Subrayado',
      face: <u>S</u>,
      pressed: state.underline,
      run: () => chain().toggleUnderline().run(),
    },
    { name: 'Tachado', face: <s>T</s>, pressed: state.strike, run: () => chain().toggleStrike().run() },
    {
      name: 'Lista',
      face: icons.list,
      pressed: state.bulletList,
      run: () => chain().toggleBulletList().run(),
    },
    {
      name: 'Lista numerada',
      face: icons.numbers,
      pressed: state.orderedList,
      run: () => chain().toggleOrderedList().run(),
    },
    {
      name: 'Cita',
      face: icons.quote,
      pressed: state.blockquote,
      run: () => chain().toggleBlockquote().run(),
    },
    {
      name: 'Enlace',
      face: icons.link,
      pressed: state.link,
      expanded: panel === 'link',
      run: () => onPanel('link'),
    },
    {
      name: 'Imagen',
      face: icons.picture,
      pressed: state.image,
      expanded: panel === 'picture' || panel === 'description',
      run: () => onPanel('picture'),
    },
    {
      name: 'Video o audio',
      face: icons.player,
      expanded: panel === 'player',
      run: () => onPanel('player'),
    },
    { name: 'Línea divisoria', face: icons.line, run: insertRule },
    { name: 'Deshacer', face: icons.undo, disabled: !state.canUndo, run: () => chain().undo().run() },
    { name: 'Rehacer', face: icons.redo, disabled: !state.canRedo, run: () => chain().redo().run() },
  ]

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const steps: Record<string, number> = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      Home: 0,
      End: tools.length - 1,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (step + tools.length) % tools.length
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div className="rich-toolbar" role="toolbar" aria-label="Formato" onKeyDown={move}>
      {tools.map((tool, index) => (
        <button
          key={tool.name}
          type="button"
          className="rich-tool"
          aria-label={tool.name}
          title={tool.name}
          aria-pressed={tool.pressed}
          aria-expanded={tool.expanded}
          // Still reachable: a tool that vanished from the keyboard while it had the focus would lose it.
          aria-disabled={tool.disabled || undefined}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          // A pointer leaves the focus in the text, so that a phone keeps its keyboard open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            if (!tool.disabled) tool.run()
          }}
        >
          {tool.face}
        </button>
      ))}
    </div>
  )
}

const drawn = (path: string) => (
  <svg
    viewBox="0 0 20 20"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)

const icons = {
  list: drawn('M3 5h1M7 5h10M3 10h1M7 10h10M3 15h1M7 15h10'),
  numbers: drawn('M3 3.5h1v4M2.5 12h2l-2 4h2M8 5h9M8 14h9'),
  quote: drawn('M3 4v12M7 6h10M7 10h10M7 14h6'),
  link: drawn('M8 12l4-4M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2'),
  picture: drawn('M2.5 4h15v12h-15zM2.5 13l4-4 4 4 2.5-2.5 4.5 4M13 7.5h.5'),
  player: drawn('M2.5 4h15v12h-15zM8 7.5l4.5 2.5L8 12.5z'),
  line: drawn('M2.5 10h15M5 5h10M5 15h10'),
  undo: drawn('M7 4L3 8l4 4M3 8h9a4 4 0 0 1 0 8H9'),
  redo: drawn('M13 4l4 4-4 4M17 8H8a4 4 0 0 0 0 8h3'),
}
