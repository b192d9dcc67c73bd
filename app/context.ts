/** The services that a page gets from the server, through React Router's context: so there is one copy of each. */
import { createContext } from 'react-router'
import type { PageServices } from '../contract/page-services.ts'

export const readerContext = createContext<PageServices['reader']>()
export const siteContext = createContext<PageServices['site']>()
export const mailContext = createContext<PageServices['mail']>()
export const failureContext = createContext<PageServices['failure']>()
export const nonceContext = createContext<PageServices['nonce']>()
