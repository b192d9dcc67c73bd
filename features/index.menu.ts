/**
 * The links that features add to the navigation bar, in this order. They are apart from other lists, because sign-in hydrates the
 * bar, and its script has a small budget.
 */
import type { MenuLink } from '../platform/site-layout/menu-link.ts'
import { news } from './news/index.menu.ts'
import { nights } from './nights/index.menu.ts'

export const menuLinks: readonly MenuLink[] = [news, nights]
