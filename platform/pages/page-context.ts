/** The services that loaders and actions receive from the server, by React Router's context. */
import { createContext } from 'react-router'
import type { PageServices } from './page-services.ts'

export const readerContext = createContext<PageServices['reader']>()
export const pageOptionsContext = createContext<PageServices['pageOptions']>()
export const contactFormContext = createContext<PageServices['receiveMessage']>()
