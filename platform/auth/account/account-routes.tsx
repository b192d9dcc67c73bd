/**
 * Routes of /login and /register, for the server and the browser. The pages look like the public site, but React also runs
 * in the browser.
 */
import { useEffect } from 'react'
import type { RouteObject } from 'react-router'
import { TYPE_KEY, writeStored } from '../../api/client/root-state.ts'
import Shell from '../../site-layout/shell.tsx'
import Login, * as login from './login.tsx'
import Register, * as register from './register.tsx'

function AccountLayout() {
  useEffect(() => {
    document.fonts.ready.then(() => {
      if (document.fonts.check('1em "Archivo Variable"')) writeStored(TYPE_KEY, 'here')
    })
  }, [])
  return <Shell />
}

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
