/**
 * The links that features add to header and footer, in this order. They are apart from other lists, because sign-in hydrates the
 * bar, and its script has a small budget.
 */
import type { MenuLink } from '../platform/site-layout/menu-link.ts'
import { messages } from './messages/index.menu.ts'
import { news } from './news/index.menu.ts'
import { nights } from './nights/index.menu.ts'
import { privacy } from './privacy/index.menu.ts'

export const menuLinks: readonly MenuLink[] = [news, nights]

/** The page on which visitors write to the club. It ends the bar and begins the footer, and security.txt names it. */
export const contactLinks: readonly MenuLink[] = [messages]

/** Links in the last line of the footer. */
export const footerLinks: readonly MenuLink[] = [nights, privacy]
