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
import type { EntryName, RouteHandle } from './shared/page-services.ts'

/** Data that a route of React Router carries in its `handle`. */
export interface PageHandle extends HasMeta, RouteHandle {
  /** The client entry that hydrates the page. Public pages have none, because React runs only on the server for them. */
  entry?: EntryName
  /** Source file of a lazy screen. The page preloads the files that the screen needs. */
  module?: string
  /** Texts of the style sheets of the page. */
  styles?: string[]
  /** Texts of the sheets that the first screen needs. */
  firstStyles?: string[]
  /** True when the page renders `LaterStyles` behind its first screen. Otherwise all sheets are in the head. */
  hasLaterStyles?: boolean
  headers?: Record<string, string>
}

/**
 * The exports of a page module. Arguments have the type `never`, so that modules of all pages are assignable. page-types.ts
 * has the types for each page.
 */
export interface PageModule {
  loader?(args: never): unknown
  action?(args: never): unknown
  default: ComponentType<{ loaderData: never; actionData: never }>
  meta: PageHandle['meta']
  handle?: object
}

/** The styles have no type in modules of pages, because page-styles-plugin.ts adds these exports. */
export function getStyles(...modules: object[]): Pick<Required<PageHandle>, 'styles' | 'firstStyles'> {
  const pages = modules as Pick<PageHandle, 'styles' | 'firstStyles'>[]
  return {
    styles: pages.flatMap(({ styles = [] }) => styles),
    firstStyles: pages.flatMap(({ firstStyles = [] }) => firstStyles),
  }
}

/** Creates the route of a public page. @param sections passed to the loader of the page */
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
      ...getStyles(module, ...sections.map((section) => section.module)),
    },
    Component: () => <Page loaderData={useLoaderData() as never} actionData={useActionData() as never} />,
  }
  return path === '' ? { ...route, index: true } : { ...route, path }
}
