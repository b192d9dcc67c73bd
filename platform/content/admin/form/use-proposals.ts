import { useEffect } from 'react'
import type { EditorParts } from './editor/editor-context.ts'
import { getStoredVersion } from './editor/editor-state.ts'
import { findNewTexts, proposeOwnPageLink, proposeTexts } from './proposals.ts'

/** Keeps the texts that the form proposes up to date while the administrator types. */
export function useProposals(editor: EditorParts): void {
  const { form } = editor
  // The parts of an editor never change while its form is open, so the first render's parts are used.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new subscription at each render would miss no change, only cost
  useEffect(() => {
    fillProposals(editor, false)
    return form.subscribe({ formState: { values: true }, callback: () => fillProposals(editor, false) })
  }, [form])
}

/**
 * Writes the proposed texts into the form.
 * @param fillBlanks true also fills texts that the administrator emptied
 */
export function fillProposals(
  { declaration, loaded, form, siteUrl, proposed, read }: EditorParts,
  fillBlanks: boolean,
): void {
  const values = form.getValues()
  const before = proposed.current
  const item = getStoredVersion(read(), loaded)?.item
  const now = {
    ...proposeTexts(declaration, values, item),
    ...proposeOwnPageLink(declaration, values, siteUrl ?? location.origin, item),
  }
  proposed.current = now
  for (const [name, text] of Object.entries(findNewTexts(values, before ?? {}, now, fillBlanks)))
    form.setValue(name, text, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
}
