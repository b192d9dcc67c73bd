/** React and all islands of public pages. browser/hydrate-islands.ts imports this file with the first island that a page needs. */
import { type FunctionComponent, type ReactNode, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { featureIslands } from '../../features/index.islands.ts'
import { Carousel } from '../site-layout/carousel/carousel.island.tsx'
import { Player } from '../site-layout/components/player.island.tsx'
import { Share } from '../site-layout/components/share.island.tsx'
import type { Island } from '../site-layout/islands/island.tsx'
import { SLOT_KEY, SLOT_TAG as Slot } from '../site-layout/islands/island-names.ts'
import { Menu } from '../site-layout/menu.island.tsx'

export const islands: readonly Island[] = [Menu, Carousel, Share, Player, ...featureIslands]

/**
 * Returns the props of an island. React keeps the HTML of the server in the parts. It writes the HTML again when the page was changed
 * before it started, for example by a translation in the browser.
 */
function readProps(root: HTMLElement): object {
  const readPart = (part: number) => (
    <Slot
      data-part={part}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of the server, which is in the page already
      dangerouslySetInnerHTML={{ __html: root.querySelector(`[data-part="${part}"]`)?.innerHTML ?? '' }}
    />
  )
  return JSON.parse(root.dataset.props ?? '{}', (_key, value) =>
    typeof value?.[SLOT_KEY] === 'number' ? readPart(value[SLOT_KEY]) : value,
  )
}

/**
 * Resolves when the island handles events.
 * @param root element that platform/site-layout/islands/island.tsx has rendered
 * @throws the error of the component. The element then has the HTML of the server again, also after a later error
 */
export function hydrateIsland(root: HTMLElement): Promise<void> {
  const name = root.dataset.island
  const Component = islands.find(({ island }) => island === name) as FunctionComponent | undefined
  if (!Component) throw new Error(`no manifest lists the island ${name}`)
  const html = root.innerHTML
  const props = readProps(root)
  const restoreText = keepTypedText(root)
  return new Promise((resolve, reject) => {
    const onHydrated = () => {
      restoreText()
      resolve()
    }
    // React empties the element of a component that throws.
    const onUncaughtError = (error: unknown) => {
      console.error(error)
      root.innerHTML = html
      reject(error)
    }
    hydrateRoot(
      root,
      <StrictMode>
        <Hydrated onHydrated={onHydrated}>
          <Component {...props} />
        </Hydrated>
      </StrictMode>,
      { onUncaughtError },
    )
  })
}

/** React writes the text of the server into a text area when it hydrates one. @returns writes the typed text again */
function keepTypedText(root: HTMLElement): () => void {
  const typed = [...root.querySelectorAll('textarea')].map((area) => [area, area.value] as const)
  return () => {
    for (const [area, text] of typed) if (area.value !== text) area.value = text
  }
}

function Hydrated({ onHydrated, children }: { onHydrated(): void; children: ReactNode }) {
  useEffect(onHydrated, [onHydrated])
  return children
}
