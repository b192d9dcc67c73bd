import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { isPhraseLanguage, PHRASE_LANGUAGES } from '../../../shared/richtext.ts'
import { useWide } from '../../form/use-wide.ts'
import { insertBlock } from './rich-blocks.ts'

export type Panel = 'link' | 'language' | 'picture' | 'description' | 'player'

interface RichToolbarProps {
  editor: Editor
  panel: Panel | null
  onPanel: (panel: Panel) => void
}

interface Tool {
  name: string
  face: ReactNode
  /** Mark or node of the tool. The tool looks pressed while the cursor is in that mark or node. */
  active?: [type: string, attributes?: object]
  panels?: Panel[]
  /** Completes the name by the state at the cursor, such as a language. */
  state?: (editor: Editor) => string
  /** Changes the text. undefined for a tool that opens a panel. */
  run?: (editor: Editor, chain: ChainedCommands) => void
  isDisabled?: (editor: Editor) => boolean
  /** True for a tool that narrow screens show at once. They fold the others away. */
  isFrequent?: true
  /** True for a tool that is shown only while the cursor is in a list. */
  isOfLists?: true
}

const heading = (level: 2 | 3 | 4): Tool => ({
  name: `Encabezado H${level}`,
  face: `H${level}`,
  active: ['heading', { level }],
  run: (_, chain) => chain.toggleHeading({ level }).run(),
})

const insertRule = ({ state, schema, view }: Editor) =>
  view.dispatch(insertBlock(state.tr, schema.node('horizontalRule')))

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

/** Name of the tool that inserts a picture, or describes the selected one. */
const PICTURE = 'Imagen'

const tools: Tool[] = [
  { ...heading(2), isFrequent: true },
  heading(3),
  heading(4),
  {
    name: 'Negrita',
    face: <b>N</b>,
    active: ['bold'],
    run: (_, chain) => chain.toggleBold().run(),
    isFrequent: true,
  },
  {
    name: 'Cursiva',
    face: <span className="rich-slanted">C</span>,
    active: ['italic'],
    run: (_, chain) => chain.toggleItalic().run(),
  },
  {
    name: 'Subrayado',
    face: <u>S</u>,
    active: ['underline'],
    run: (_, chain) => chain.toggleUnderline().run(),
  },
  { name: 'Tachado', face: <s>T</s>, active: ['strike'], run: (_, chain) => chain.toggleStrike().run() },
  {
    name: 'Lista',
    face: drawn('M3 5h1M7 5h10M3 10h1M7 10h10M3 15h1M7 15h10'),
    active: ['bulletList'],
    run: (_, chain) => chain.toggleBulletList().run(),
  },
  {
    name: 'Lista numerada',
    face: drawn('M3 3.5h1v4M2.5 12h2l-2 4h2M8 5h9M8 14h9'),
    active: ['orderedList'],
    run: (_, chain) => chain.toggleList('orderedList', 'listItem').run(),
  },
  {
    name: 'Aumentar sangría',
    face: drawn('M3 4h14M9 8h8M9 12h8M3 16h14M3 7l3 3-3 3'),
    isOfLists: true,
    run: (_, chain) => chain.sinkListItem('listItem').run(),
    isDisabled: (editor) => !editor.can().sinkListItem('listItem'),
  },
  {
    name: 'Disminuir sangría',
    face: drawn('M3 4h14M9 8h8M9 12h8M3 16h14M6 7l-3 3 3 3'),
    isOfLists: true,
    run: (_, chain) => chain.liftListItem('listItem').run(),
  },
  {
    name: 'Cita',
    face: drawn('M3 4v12M7 6h10M7 10h10M7 14h6'),
    active: ['blockquote'],
    run: (_, chain) => chain.toggleBlockquote().run(),
  },
  {
    name: 'Enlace',
    face: drawn('M8 12l4-4M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2'),
    active: ['link'],
    panels: ['link'],
    isFrequent: true,
  },
  {
    name: 'Idioma',
    face: drawn(
      'M3 4h8M7 2.5V4M9.5 4c-.8 3.5-3 6-6.5 7.5M4.5 6.5c1 2.5 3 4 5.5 5M9 17.5l4-9.5 4 9.5M10.5 14.5h5',
    ),
    active: ['language'],
    panels: ['language'],
    state: (editor) => {
      const { lang } = editor.getAttributes('language')
      return isPhraseLanguage(lang) ? PHRASE_LANGUAGES[lang].toLowerCase() : ''
    },
  },
  {
    name: PICTURE,
    face: drawn('M2.5 4h15v12h-15zM2.5 13l4-4 4 4 2.5-2.5 4.5 4M13 7.5h.5'),
    active: ['image'],
    panels: ['picture', 'description'],
    isFrequent: true,
  },
  {
    name: 'Video o audio',
    face: drawn('M2.5 4h15v12h-15zM8 7.5l4.5 2.5L8 12.5z'),
    panels: ['player'],
  },
  { name: 'Línea divisoria', face: drawn('M2.5 10h15M5 5h10M5 15h10'), run: insertRule },
  {
    name: 'Deshacer',
    face: drawn('M7 4L3 8l4 4M3 8h9a4 4 0 0 1 0 8H9'),
    run: (_, chain) => chain.undo().run(),
    isDisabled: (editor) => !editor.can().undo(),
  },
  {
    name: 'Rehacer',
    face: drawn('M13 4l4 4-4 4M17 8H8a4 4 0 0 0 0 8h3'),
    run: (_, chain) => chain.redo().run(),
    isDisabled: (editor) => !editor.can().redo(),
  },
]

const frequent = tools.filter(({ isFrequent }) => isFrequent)
const others = tools.filter(({ isFrequent }) => !isFrequent)

/** The button that unfolds the other tools on narrow screens. */
const moreTools: Tool = { name: 'Más herramientas', face: '…' }

/**
 * The toolbar is one stop of the Tab key. Arrow keys move between its tools (toolbar pattern of the ARIA Authoring
 * Practices Guide). While a picture is selected, Shift-Tab leads to the tool that describes it.
 */
export function RichToolbar({ editor, panel, onPanel }: RichToolbarProps) {
  const isWide = useWide()
  const [isUnfolded, setUnfolded] = useState(false)
  const states = useEditorState({
    editor,
    selector: ({ editor }) =>
      Object.fromEntries(
        tools.map(({ name, active, state, isDisabled, isOfLists }) => [
          name,
          {
            label: [name, state?.(editor)].filter(Boolean).join(': '),
            isPressed: active && editor.isActive(...active),
            isDisabled: isDisabled?.(editor),
            isHidden: isOfLists && !editor.isActive('listItem'),
          },
        ]),
      ),
  })
  const unfolded = isWide ? tools : [...frequent, moreTools, ...(isUnfolded ? others : [])]
  const shown = unfolded.filter(({ name }) => !states[name]?.isHidden)
  const [focused, setFocused] = useState(0)
  const current = Math.min(focused, shown.length - 1)
  const isPicture = states[PICTURE]?.isPressed
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a picture is selected
  useEffect(() => {
    if (isPicture) setFocused(shown.findIndex(({ name }) => name === PICTURE))
  }, [isPicture])

  function apply(tool: Tool) {
    const { panels: [opened] = [], run } = tool
    if (tool === moreTools) setUnfolded(!isUnfolded)
    if (opened) onPanel(opened)
    if (!run) return
    // Focuses without delay: TipTap's focus command waits for a frame, in which a fast typist loses a letter. The editor
    // scrolls to the cursor only while it has the focus.
    editor.view.focus()
    run(editor, editor.chain())
  }

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const steps: Record<string, number> = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      Home: 0,
      End: shown.length - 1,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (step + shown.length) % shown.length
    setFocused(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div className="rich-toolbar" role="toolbar" aria-label="Formato" onKeyDown={move}>
      {shown.map((tool, index) => {
        const { label = tool.name, isPressed, isDisabled } = states[tool.name] ?? {}
        return (
          <button
            key={tool.name}
            type="button"
            className="rich-tool"
            aria-label={label}
            title={label}
            // undefined for tools that are commands, because commands have no pressed state.
            aria-pressed={isPressed}
            aria-expanded={
              tool === moreTools ? isUnfolded : tool.panels && panel !== null && tool.panels.includes(panel)
            }
            // The `disabled` attribute would drop the focus, so the tool is only marked as disabled.
            aria-disabled={isDisabled || undefined}
            tabIndex={index === current ? 0 : -1}
            onFocus={() => setFocused(index)}
            // The focus stays in the text after a tap, so that a phone keeps its keyboard open.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => isDisabled || apply(tool)}
          >
            {tool.face}
          </button>
        )
      })}
    </div>
  )
}
