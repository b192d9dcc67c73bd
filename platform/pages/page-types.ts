/** Types for the functions and components that a page module exports. */
import type { Location, RouterContextProvider, useActionData } from 'react-router'
import type { PageSection } from './page-sections.tsx'

/**
 * Arguments of a page's loader. @template Param the parameters in the path of the page @template Input data that the page
 * passes to its sections
 */
export interface LoaderArgs<Param extends string = never, Input = never> {
  context: Readonly<RouterContextProvider>
  request: Request
  params: Record<Param, string>
  /** The sections that features add to the page. */
  sections: readonly PageSection<Input>[]
}

/** The data that a loader returns. It is not serialised, because loader and page run in the same process. */
type Loaded<L> = L extends (...args: never) => infer Data ? Awaited<Data> : never

export interface MetaArgs<L> {
  loaderData: Loaded<L>
  matches: readonly { id: string; loaderData?: unknown }[]
  location: Location
}

export interface PageProps<L, A = never> {
  loaderData: Loaded<L>
  actionData: ReturnType<typeof useActionData<A>>
}
