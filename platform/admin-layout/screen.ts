/** An entry for each screen of the back office. Manifests contain data only, because the server reads them too. */

/** A function of the path's parameter returns undefined for a value that has no screen. */
type Label = string | ((param: string) => string | undefined)

/** A line of the command menu (Ctrl-K). */
export interface ScreenCommand {
  group: 'create' | 'go' | 'change'
  /** Position within the group. */
  order: number
  /** Default: the label of the screen. */
  label?: Label
  /** More words that find it. */
  also?: string
  /** Values of the path's parameter, each with a line of its own. */
  params?: readonly string[]
}

export interface AdminScreen {
  /** The last segment can be a parameter: `/admin/messages/:id`. */
  path: string
  /** Source file, from the root of the repository: `….screen.tsx`. screens.tsx imports it, and the server preloads its chunk. */
  file: string
  /** The last step of the breadcrumb trail. */
  label: Label
  /** Path of the screen before it in the breadcrumb trail. Default: the home of the back office. */
  parent?: string
  /** Anchor of its part of the guide, docs/guia-del-club.md. */
  guide?: string
  /** Section of the side menu. Within a section, entries keep the order of features/index.admin.ts. */
  menu?: 'club' | 'other'
  command?: ScreenCommand
}
