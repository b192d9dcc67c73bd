/** The routes of /login and /register, for the server and the browser. */
import type { RouteObject } from 'react-router'
import AccountLayout from './account-layout.tsx'
import Login, * as login from './login.tsx'
import Register, * as register from './register.tsx'

export const accountRoutes: RouteObject[] = [
  {
    Component: AccountLayout,
    handle: { entry: 'account' },
    children: [
      { path: 'register', Component: Register, handle: { meta: register.meta } },
      { path: 'login', Component: Login, handle: { meta: login.meta } },
    ],
  },
]
