import type { ComponentType } from 'react'
import { lazyPart } from '../../../admin-layout/lazy-part.tsx'
import { moduleName } from '../../../api/client/load-chunk.ts'
import { useEditedItem } from './editor/editor-context.ts'

const modules = import.meta.glob<{ default: ComponentType }>('/features/*/admin/*.note.tsx')

/** Notes by resource and field. They are in `features/<feature>/admin/<resource>.<field>.note.tsx`. */
const notes: Record<string, ComponentType | undefined> = Object.fromEntries(
  Object.entries(modules).map(([file, load]) => [
    moduleName(file, '.note.tsx'),
    lazyPart('nota', async () => (await load()).default),
  ]),
)

/** The note of a feature under one field of a form: a question or a warning about its value. */
export function FieldNote({ name }: { name: string }) {
  const Note = notes[`${useEditedItem().declaration.name}.${name}`]
  return Note ? <Note /> : null
}
