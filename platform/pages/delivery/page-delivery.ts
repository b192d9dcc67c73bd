import { createContext } from 'react'
import type { ScreenFiles } from '../page-services.ts'

export interface PageDelivery {
  /** Address of the script of browser/main.ts. */
  enhance: string
  /** The files of a page that React also runs in the browser. null: React only renders the page, on the server. */
  screen: ScreenFiles | null
  /** Other sites show the page in a frame, and no script runs in it. */
  isEmbed: boolean
  /** The style sheets of a page without `screen`, as one text. */
  styles: string
  /** Required on every inline script and style element: the page's policy blocks others. undefined in the browser. */
  nonce: string | undefined
}

/** The browser receives these fields, and the root's data, as JSON in the element with the id DATA_ID. */
export interface PageData extends Pick<PageDelivery, 'enhance' | 'screen'> {
  root: unknown
}

export const DATA_ID = 'page-data'

/** The scripts, styles and nonce of the page that is rendered. */
export const PageDelivery = createContext<PageDelivery>({
  enhance: '',
  screen: null,
  isEmbed: false,
  styles: '',
  nonce: undefined,
})
