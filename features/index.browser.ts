/** Functions of features for the script of public pages (platform/app/public-entry.ts), which calls each once. */
import { analytics } from './analytics/index.browser.ts'
import { guests } from './guests/index.browser.ts'

export const startScripts: readonly (() => void)[] = [analytics, guests]
