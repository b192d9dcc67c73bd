/** What a text is still to be given: its editor's panels say so of themselves, and its form asks them before it saves. */

export const PICTURE_LEFT =
  'Hay una imagen del texto que no se subió. Probá de nuevo o cancelala, y después guardá.'

const PANEL = '.rich-panel[data-left]'

/** What was chosen or typed in a panel and is not in the text, in words for the bar; null: nothing. */
export const leftIn = (form: HTMLFormElement | null): string | null =>
  form?.querySelector<HTMLElement>(PANEL)?.dataset.left ?? null

/** To the button that puts it into the text. */
export function showLeft(form: HTMLFormElement | null): void {
  const button = form?.querySelector<HTMLElement>(`${PANEL} .button-strong`)
  button?.focus({ preventScroll: true })
  button?.scrollIntoView({ block: 'center' })
}
