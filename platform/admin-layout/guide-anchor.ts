/** The part of the guide that explains a screen. */
import { screenAt } from './screen-list.ts'

/** @returns its anchor, or null when the guide has no such part */
export const helpFor = (pathname: string): string | null =>
  screenAt(pathname.replace(/\/+$/, ''))?.screen.guide ?? null
