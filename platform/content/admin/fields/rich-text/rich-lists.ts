/** Numbered lists, the keys that change the level of a list item, and the words that announce the new level. */
import { Extension, isMacOS, Node, wrappingInputRule } from '@tiptap/core'
import { Plugin, type Selection } from '@tiptap/pm/state'

/** CommonMark reads a deeper indented line as code. */
export const INDENT = ' {0,3}'

/**
 * TipTap's node has code for Markdown, and reads pasted initials as numbers: "A. Paz" became "Paz". Attributes have no kind
 * of number, because the site shows all numbers as digits.
 */
export const Numbers = Node.create({
  name: 'orderedList',
  group: 'block list',
  content: 'listItem+',
  addAttributes: () => ({
    start: { default: 1, parseHTML: (list) => Number.parseInt(list.getAttribute('start') ?? '', 10) || 1 },
  }),
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: ({ HTMLAttributes: { start } }) => ['ol', start === 1 ? {} : { start }, 0],
  addKeyboardShortcuts() {
    return { 'Mod-Shift-7': () => this.editor.commands.toggleList(this.name, 'listItem') }
  },
  addInputRules() {
    return [
      wrappingInputRule({
        // A number has at most nine digits in CommonMark. A longer one is a telephone.
        find: new RegExp(`^${INDENT}(\\d{1,9})\\.\\s$`),
        type: this.type,
        getAttributes: ([, number]) => ({ start: Number(number) }),
        joinPredicate: ([, number], { childCount, attrs }) => childCount + attrs.start === Number(number),
      }),
    ]
  },
})

/**
 * Word has the same keys. Ctrl-[ goes back in some browsers, and Spanish keyboards write [ with AltGr. On a Mac,
 * Option-Shift-arrow selects words, and Ctrl-Shift-arrow does the same as Command-Shift-arrow.
 */
const KEYS = isMacOS() ? 'Ctrl-Shift-Arrow' : 'Alt-Shift-Arrow'

export const ListLevels = Extension.create({
  name: 'listLevels',
  addKeyboardShortcuts() {
    return {
      [`${KEYS}Right`]: () => this.editor.commands.sinkListItem('listItem'),
      [`${KEYS}Left`]: () => this.editor.commands.liftListItem('listItem'),
    }
  },
  // Tab leaves the editor (WCAG 2.1.2). TipTap's lists would change the level.
  addProseMirrorPlugins: () => [
    new Plugin({ props: { handleDOMEvents: { keydown: (_, { key }) => key === 'Tab' } } }),
  ],
})

/** Returns the number of list items around the cursor. 0 outside of lists */
export function getListLevel({ $from }: Selection): number {
  let level = 0
  for (let { depth } = $from; depth > 0; depth--) if ($from.node(depth).type.name === 'listItem') level++
  return level
}

export const formatListLevel = (level: number): string =>
  level === 0 ? 'Fuera de la lista.' : `Nivel ${level} de la lista.`
