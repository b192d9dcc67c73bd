import type { ComponentType } from 'react'
import {
  type ActionFunction,
  type LoaderFunction,
  type RouteObject,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { PageHandle } from './page-handle.ts'

/** `never`: each page has its own parameters and data (page-types.ts). */
export interface PageModule {
  loader?(args: never): unknown
  action?(args: never): unknown
  default: ComponentType<{ loaderData: never; actionData: never }>
  meta: PageHandle['meta']
  handle?: object
}

/** page-styles-plugin.ts adds the export `styles` to the modules of pages. */
export const stylesOf = (module: object): string[] => (module as { styles?: string[] }).styles ?? []

/** The route of a public page. */
export function pageRoute(path: string, module: PageModule): RouteObject {
  const { default: Page, loader, action, meta, handle } = module
  const route = {
    ...(loader && { loader: loader as LoaderFunction }),
    ...(action && { action: action as ActionFunction }),
    handle: { ...handle, meta, styles: stylesOf(module) },
    Component: () => <Page loaderData={useLoaderData() as never} actionData={useActionData() as never} />,
  }
  return path === '' ? { ...route, index: true } : { ...route, path }
}
