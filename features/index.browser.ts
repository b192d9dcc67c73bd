/** The custom elements and start functions of all features, for the script of public pages (platform/app/public-entry.ts). */
import type { Elements } from '../platform/site-layout/browser/custom-elements.ts'
import { analytics } from './analytics/index.browser.ts'
import { forgetPastPlaces, guests } from './guests/index.browser.ts'
import { home } from './home/index.browser.ts'
import { messages } from './messages/index.browser.ts'
import { visit } from './visit/index.browser.ts'

export const elements: Elements = { ...home, ...messages, ...visit, ...guests }

/** Functions that the script of each public page calls once, before it defines the custom elements. */
export const startScripts: readonly (() => void)[] = [analytics, forgetPastPlaces]
