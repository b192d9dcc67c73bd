/** Sections that features add to the pages of other features. */
import type { ComponentType } from 'react'
import type { MetaDescriptor } from 'react-router'
import type { MetaArguments } from './page-meta.ts'
import type { Reader } from './shared/reader.ts'

/** The exports of a section's module. @template Input data that the page passes to its sections */
export interface SectionModule<Input> {
  /** Returns the data of the section, or null to leave the section out. */
  load(reader: Reader, input: Input): Promise<object | null>
  default: ComponentType<{ data: never }>
  /** Elements for the head of the page. */
  meta?(data: never, page: MetaArguments): MetaDescriptor[]
  /** Nodes for the JSON-LD graph of the home page. */
  structuredData?(data: never, page: MetaArguments): object[]
}

/** An entry of `sections` in `features/<feature>/index.pages.ts`. */
export interface PageSection<Input> {
  readonly module: SectionModule<Input>
  /** Position on the page, ascending and unique. */
  readonly order: number
}

interface LoadedSection {
  module: SectionModule<never>
  order: number
  data: never
}

export async function loadSections<Input>(
  sections: readonly PageSection<Input>[],
  reader: Reader,
  input: Input,
): Promise<LoadedSection[]> {
  const loaded = await Promise.all(
    sections.map(async ({ module, order }) => ({ module, order, data: await module.load(reader, input) })),
  )
  return loaded.filter(({ data }) => data !== null) as LoadedSection[]
}

export const createSectionMeta = (
  sections: readonly LoadedSection[],
  page: MetaArguments,
): MetaDescriptor[] => sections.flatMap(({ module, data }) => module.meta?.(data, page) ?? [])

export const createSectionStructuredData = (
  sections: readonly LoadedSection[],
  page: MetaArguments,
): object[] => sections.flatMap(({ module, data }) => module.structuredData?.(data, page) ?? [])

export const Sections = ({ sections }: { sections: readonly LoadedSection[] }) =>
  sections
    .toSorted((one, other) => one.order - other.order)
    .map(({ module: { default: Section }, order, data }) => <Section key={order} data={data} />)
