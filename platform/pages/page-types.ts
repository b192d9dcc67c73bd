/** The types of a page module's exports. */
import type { Location, RouterContextProvider, useActionData, useLoaderData } from 'react-router'

/** @template Param the parameters in the path of the page */
export interface LoaderArgs<Param extends string = never> {
  context: Readonly<RouterContextProvider>
  request: Request
  params: Record<Param, string>
}

type Loaded<L> = ReturnType<typeof useLoaderData<L>>

export interface MetaArgs<L> {
  loaderData: Loaded<L>
  matches: readonly { id: string; loaderData?: unknown }[]
  location: Location
}

export interface PageProps<L, A = never> {
  loaderData: Loaded<L>
  actionData: ReturnType<typeof useActionData<A>>
}
