/**
 * Panels of a rich text that block saving, because their picture, link or video is not in the text yet. The `data-left`
 * attribute of such a panel contains the message for the form's bar.
 */

export const PICTURE_PENDING =
  'Hay una imagen del texto que no se subió. Probá de nuevo o cancelala, y después guardá.'

const PENDING = '[data-left]'

/** The message of the first panel that blocks saving, or null. */
export const pendingUploadIn = (form: HTMLFormElement | null): string | null =>
  form?.querySelector<HTMLElement>(PENDING)?.dataset.left ?? null

/** Focuses the button that applies the panel, else the one that closes it. */
export function showPendingUpload(form: HTMLFormElement | null): void {
  const panel = form?.querySelector(PENDING)
  // A closed group cannot take the focus.
  panel?.closest('details')?.setAttribute('open', '')
  const button = panel?.querySelector<HTMLElement>('.button-strong') ?? panel?.querySelector('button')
  button?.focus({ preventScroll: true })
  button?.scrollIntoView({ block: 'center' })
}
