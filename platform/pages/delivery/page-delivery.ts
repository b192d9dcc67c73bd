import { createContext } from 'react'
import type { ScreenFiles } from '../shared/page-services.ts'

export interface PageDelivery {
  /** URL of the bundle of platform/app/public-entry.ts. */
  enhance: string
  /** URL of the bundle of platform/app/islands-entry.tsx. */
  islands?: string
  /** Inline script that Fast Refresh needs before other scripts. Only set in development. */
  preamble?: string | undefined
  /** URL of the bundle of platform/app/pencils/field-pencils.ts. */
  pencils?: string
  /** Files that the browser loads to run React. null for public pages, because React renders them only on the server. */
  screen: ScreenFiles | null
  /** True for a page that other sites show in a frame. It has no scripts. */
  isEmbed: boolean
  /** True when the address of the page contains a secret. */
  isPrivate?: boolean
  /** True when the page answers a posted form that was refused. */
  isRefusal?: boolean
  /** Text of the style sheets in the head, for a page with `screen: null`. */
  styles: string
  /** URL of the remaining style sheets, which `LaterStyles` links. null when the head contains all of them. */
  laterStyles: string | null
  /**
   * Marks the inline scripts and style elements of the renderer. The page handler replaces the nonce with hashes in the
   * Content-Security-Policy. Browsers block elements without a hash. undefined in the browser
   */
  nonce: string | undefined
}

/** The JSON in the element with the id DATA_ID. The browser hydrates the page with it. `root` is the data of the root loader. */
export interface PageData extends Pick<PageDelivery, 'enhance' | 'screen'> {
  root: unknown
}

export const DATA_ID = 'page-data'

export const PageDelivery = createContext<PageDelivery>({
  enhance: '',
  screen: null,
  isEmbed: false,
  styles: '',
  laterStyles: null,
  nonce: undefined,
})
