/** Panels with content that is not in the text yet block saving. They mark themselves with `data-left`. */

export const PICTURE_LEFT =
  'Hay una imagen del texto que no se subió. Probá de nuevo o cancelala, y después guardá.'

const LEFT = '[data-left]'

/** What was chosen or typed and has not arrived, in words for the bar; null: nothing. */
export const leftIn = (form: HTMLFormElement | null): string | null =>
  form?.querySelector<HTMLElement>(LEFT)?.dataset.left ?? null

/** To the button that does it, or else to the one that ends it. */
export function showLeft(form: HTMLFormElement | null): void {
  const left = form?.querySelector(LEFT)
  // The focus cannot enter a folded group.
  left?.closest('details')?.setAttribute('open', '')
  const button = left?.querySelector<HTMLElement>('.button-strong') ?? left?.querySelector('button')
  button?.focus({ preventScroll: true })
  button?.scrollIntoView({ block: 'center' })
}
