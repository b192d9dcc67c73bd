/** React Router contexts. They pass services of the server to loaders and actions. */
import { createContext } from 'react-router'
import type { PageServices } from './page-services.ts'

export const readerContext = createContext<PageServices['reader']>()
export const pageOptionsContext = createContext<PageServices['pageOptions']>()
export const receiveMessageContext = createContext<PageServices['receiveMessage']>()
