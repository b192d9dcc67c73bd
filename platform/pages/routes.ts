/**
 * The routes that the server renders: pages and screens. The browser has only the screens. Their routes are in
 * platform/auth/account/account-entry.tsx and platform/admin-layout/admin-entry.tsx.
 */
import type { RouteObject } from 'react-router'
import { getSections, publicPages } from '../../features/index.pages.ts'
import { adminFrame } from '../admin-layout/frame.tsx'
import { accountRoutes } from '../auth/account/account-routes.tsx'
import { localizePath } from '../shared/languages.ts'
import * as shell from '../site-layout/shell.tsx'
import { ROOT_ID } from './club-settings.ts'
import { createPageRoute, getStyles } from './page-route.tsx'
import * as root from './root.tsx'
import { loader } from './root-loader.ts'

const shellPages = publicPages.filter(({ isBare }) => !isBare)
const barePages = publicPages.filter(({ isBare }) => isBare)

/** @param path without a leading slash, like the result */
const toEnglishPath = (path: string): string => localizePath('en', `/${path}`).slice(1)

export const routes: RouteObject[] = [
  {
    id: ROOT_ID,
    path: '',
    loader,
    Component: root.default,
    ErrorBoundary: root.RootError,
    handle: { styles: getStyles(root) },
    children: [
      {
        Component: shell.default,
        handle: { styles: getStyles(shell) },
        children: [
          ...shellPages.map((page) => createPageRoute(page.path, page.module, getSections(page))),
          ...shellPages
            .filter(({ inEnglish }) => inEnglish)
            .map((page) => createPageRoute(toEnglishPath(page.path), page.module, getSections(page))),
        ],
      },
      ...barePages.map(({ path, module }) => createPageRoute(path, module)),
      ...accountRoutes,
      adminFrame,
    ],
  },
]
