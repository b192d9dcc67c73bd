/** What keeps a form from being saved: fields say so of themselves, and the form asks them before it saves. */

export const PICTURE_LEFT =
  'Hay una imagen del texto que no se subió. Probá de nuevo o cancelala, y después guardá.'

export const FILM_LEFT = 'El film todavía está subiendo. Esperá a que termine, o cancelalo, y después guardá.'

export const AUDIO_LEFT =
  'El audio todavía está subiendo. Esperá a que termine, o cancelalo, y después guardá.'

const LEFT = '[data-left]'

/** What was chosen or typed and has not arrived, in words for the bar; null: nothing. */
export const leftIn = (form: HTMLFormElement | null): string | null =>
  form?.querySelector<HTMLElement>(LEFT)?.dataset.left ?? null

/** To the button that does it, or else to the one that ends it. */
export function showLeft(form: HTMLFormElement | null): void {
  const left = form?.querySelector(LEFT)
  const button = left?.querySelector<HTMLElement>('.button-strong') ?? left?.querySelector('button')
  button?.focus({ preventScroll: true })
  button?.scrollIntoView({ block: 'center' })
}
