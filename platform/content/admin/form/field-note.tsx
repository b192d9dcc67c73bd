import type { ComponentType } from 'react'
import { getItemParts, type LoadPart } from '../../../admin-layout/feature-parts.ts'
import { lazyPart } from '../../../admin-layout/lazy-part.tsx'
import { useEditedItem } from './editor/editor-context.ts'

const created = new Map<LoadPart, ComponentType>()

/** Returns the component of a part of a feature, which loads when it is first rendered. @param name shown when loading fails */
export function getPart(name: string, load: LoadPart | undefined): ComponentType | null {
  if (!load) return null
  const part = created.get(load) ?? lazyPart(name, async () => (await load()).default)
  created.set(load, part)
  return part
}

/** The note of a feature under one field of a form: a question or a warning about its value. */
export function FieldNote({ name }: { name: string }) {
  const Note = getPart('nota', getItemParts(useEditedItem().declaration.name).notes?.[name])
  return Note && <Note />
}
