import { getStoredVersion } from './editor/editor-state.ts'
import type { OpenForm } from './editor/open-form.ts'
import { findNewTexts, type Proposals, proposeOwnPageLink, proposeTexts } from './proposals.ts'

/** The summaries and links that a form writes while the administrator types. */
export class TextProposals {
  readonly #open: OpenForm
  readonly #siteUrl: string | null
  /** The texts that the form proposed last. */
  #latest: Proposals = {}

  /** @param siteUrl public origin of the site. null when it is not configured */
  constructor(open: OpenForm, siteUrl: string | null) {
    this.#open = open
    this.#siteUrl = siteUrl
  }

  /**
   * Writes the proposed texts into the form.
   * @param fillBlanks true also fills texts that the administrator emptied
   */
  fill(fillBlanks: boolean): void {
    const { declaration, loaded, form, read } = this.#open
    const values = form.getValues()
    const item = getStoredVersion(read(), loaded)?.item
    const before = this.#latest
    this.#latest = {
      ...proposeTexts(declaration, values, item),
      ...proposeOwnPageLink(declaration, values, this.#siteUrl ?? location.origin, item),
    }
    for (const [name, text] of Object.entries(findNewTexts(values, before, this.#latest, fillBlanks)))
      form.setValue(name, text, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
}
