/**
 * Finds panels of a rich text that block saving, because their picture, link or video is not in the text yet. The
 * `data-left` attribute of such a panel contains the message for the form's bar.
 */

export const PICTURE_PENDING =
  'Hay una imagen del texto que no se subió. Probá de nuevo o cancelala, y después guardá.'

const PENDING = '[data-left]'

/** Returns the message of the first panel that blocks saving, or null. */
export const findPendingUpload = (form: HTMLFormElement | null): string | null =>
  form?.querySelector<HTMLElement>(PENDING)?.dataset.left ?? null

/** Focuses the button that applies the panel, or else the button that closes the panel. */
export function showPendingUpload(form: HTMLFormElement | null): void {
  const panel = form?.querySelector(PENDING)
  // A control inside a closed group cannot take the focus, so the group is opened first.
  panel?.closest('details')?.setAttribute('open', '')
  const button = panel?.querySelector<HTMLElement>('.button-strong') ?? panel?.querySelector('button')
  button?.focus({ preventScroll: true })
  button?.scrollIntoView({ block: 'center' })
}
