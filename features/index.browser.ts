/** The custom elements of all features, for the script of public pages (app/enhance/main.ts). */
import type { Elements } from '../app/enhance/elements.ts'
import { home } from './home/index.browser.ts'
import { messages } from './messages/index.browser.ts'
import { recordings } from './recordings/index.browser.ts'

export const elements: Elements = { ...home, ...messages, ...recordings }
