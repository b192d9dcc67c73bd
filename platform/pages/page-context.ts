/** React Router contexts. They pass services of the server to loaders and actions. */
import { createContext } from 'react-router'
import type { PageServices } from './shared/page-services.ts'

export const readerContext = createContext<PageServices['reader']>()
export const pageOptionsContext = createContext<PageServices['pageOptions']>()
export const addressContext = createContext<PageServices['address']>()
