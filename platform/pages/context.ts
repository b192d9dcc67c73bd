/** The services that loaders and actions receive from the server, by React Router's context. */
import { createContext } from 'react-router'
import type { PageServices } from './page-services.ts'

export const readerContext = createContext<PageServices['reader']>()
export const siteContext = createContext<PageServices['site']>()
export const mailContext = createContext<PageServices['mail']>()
