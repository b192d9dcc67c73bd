/**
 * The links of the navigation bar. On narrow screens the burger opens them as a popover. "Nuestro Club" is a `details`. The browser opens
 * both and reports their state, also without JavaScript. This component closes them.
 */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { island } from './islands/island.tsx'

export interface MenuItem {
  href: string
  label: string
  lang?: string
  hrefLang?: string
  target?: '_blank'
  rel?: string
  'aria-current'?: 'page'
}

interface Props {
  words: Record<'label' | 'open' | 'club' | 'manage' | 'signOut', string>
  /** The links of "Nuestro Club". */
  club: MenuItem[]
  items: MenuItem[]
}

export const Menu = island('menu', 'interaction', ({ words, club, items }: Props) => {
  const nav = useRef<HTMLElement>(null)
  const menu = useRef<HTMLUListElement>(null)
  const dropdown = useRef<HTMLDetailsElement>(null)
  const summary = useRef<HTMLElement>(null)
  const closeDropdown = () => dropdown.current?.removeAttribute('open')
  const closeAll = () => {
    closeDropdown()
    menu.current?.hidePopover()
  }
  useOutsidePress(nav, closeDropdown)
  // An open menu would cover what has the focus (WCAG 2.4.11).
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!relatedTarget) return
    if (!dropdown.current?.contains(relatedTarget)) closeDropdown()
    if (!nav.current?.contains(relatedTarget)) menu.current?.hidePopover()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !dropdown.current?.open) return
    // The browser would close the popover around it too.
    event.preventDefault()
    closeDropdown()
    summary.current?.focus()
  }
  return (
    <nav ref={nav} className="bar-nav" aria-label={words.label} onBlur={onBlur} onKeyDown={onKeyDown}>
      <button type="button" className="burger" popoverTarget="menu">
        <span className="unseen">{words.open}</span>
        <span className="burger-lines" aria-hidden="true" />
      </button>
      <ul ref={menu} id="menu" className="menu" popover="auto">
        <li className="menu-club">
          <details ref={dropdown}>
            <summary ref={summary} className="menu-item">
              {words.club}
            </summary>
            <ul className="submenu">
              {club.map((item) => (
                <Item key={item.href} {...item} onFollow={closeAll} />
              ))}
            </ul>
          </details>
        </li>
        {items.map((item) => (
          <Item key={item.href} {...item} onFollow={closeAll} />
        ))}
        <Item className="signed-in" href="/admin" label={words.manage} onFollow={closeAll} />
        <li className="signed-in">
          <button type="button" className="menu-item" data-sign-out="">
            {words.signOut}
          </button>
        </li>
      </ul>
    </nav>
  )
})

interface ItemProps extends MenuItem {
  className?: string
  onFollow(): void
}

const Item = ({ href, label, className, onFollow, ...attributes }: ItemProps) => (
  <li className={className}>
    <a className="menu-item" href={href} {...attributes} onClick={onFollow}>
      {label}
    </a>
  </li>
)

/** Calls `act` when the visitor presses something outside the element. */
function useOutsidePress(ref: RefObject<Element | null>, act: () => void): void {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Node && !ref.current?.contains(target)) act()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  })
}
