/**
 * The routes that the server renders: pages and screens. The browser has only the screens. Their routes are in
 * platform/app/account-entry.tsx and platform/app/admin-entry.tsx.
 */
import type { RouteObject } from 'react-router'
import { getSections, publicPages } from '../../features/index.pages.ts'
import { accountRoutes } from '../auth/account/account-routes.tsx'
import { ROOT_ID } from '../pages/club-settings.ts'
import { createPageRoute, getStyles } from '../pages/page-route.tsx'
import { loader } from '../pages/root-loader.ts'
import { localizePath } from '../shared/languages.ts'
import * as shell from '../site-layout/shell.tsx'
import { adminFrame } from './frame.tsx'
import * as root from './root.tsx'

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
    handle: getStyles(root),
    children: [
      {
        Component: shell.default,
        handle: getStyles(shell),
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
