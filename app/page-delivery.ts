import { createContext } from 'react'

export interface PageDelivery {
  /** React runs the page in the browser too. */
  hydrates: boolean
  /** Nothing runs in it, in whoever's frame it is. */
  isEmbed: boolean
  /** The page's style sheets as one text; null: it links them. */
  styles: string | null
  /** Required on every inline script and style element of ours: the page's policy blocks others. undefined in the browser. */
  nonce: string | undefined
}

/** How a page reaches the browser. What React finds in the browser itself was hydrated. */
export const PageDelivery = createContext<PageDelivery>({
  hydrates: true,
  isEmbed: false,
  styles: null,
  nonce: undefined,
})
