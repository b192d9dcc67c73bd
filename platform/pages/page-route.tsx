import type { ComponentType } from 'react'
import {
  type ActionFunction,
  type LoaderFunctionArgs,
  type RouteObject,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { HasMeta } from './meta.tsx'
import type { PageSection } from './page-sections.tsx'
import type { EntryName, RouteHandle } from './page-services.ts'

/** The `handle` of a route. */
export interface PageHandle extends HasMeta, RouteHandle {
  /** The client entry that hydrates the page. Without it React only renders the page, on the server. */
  entry?: EntryName
  /** The source of a lazy screen, whose files the page preloads. */
  module?: string
  /** The style sheets of the page, as texts. */
  styles?: string[]
  headers?: Record<string, string>
}

/** Parameters and data have the type `never`, because they differ for each page (page-types.ts). */
export interface PageModule {
  loader?(args: never): unknown
  action?(args: never): unknown
  default: ComponentType<{ loaderData: never; actionData: never }>
  meta: PageHandle['meta']
  handle?: object
}

/** page-styles-plugin.ts adds the export `styles` to the modules of pages. */
export const getStyles = (module: object): string[] => (module as { styles?: string[] }).styles ?? []

/** The route of a public page. @param sections passed to the loader of the page */
export function createPageRoute(
  path: string,
  module: PageModule,
  sections: readonly PageSection<never>[] = [],
): RouteObject {
  const { default: Page, loader, action, meta, handle } = module
  const route = {
    ...(loader && { loader: (args: LoaderFunctionArgs) => loader({ ...args, sections } as never) }),
    ...(action && { action: action as ActionFunction }),
    handle: {
      ...handle,
      meta,
      styles: [module, ...sections.map((section) => section.module)].flatMap(getStyles),
    },
    Component: () => <Page loaderData={useLoaderData() as never} actionData={useActionData() as never} />,
  }
  return path === '' ? { ...route, index: true } : { ...route, path }
}
