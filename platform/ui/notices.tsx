// A notice appears only after the first screen.
import './notices.css?later'

/**
 * The live region of notify.ts. It is always in the page, because some screen readers do not announce a region that is
 * added together with its text. It is not atomic, because earlier notices would be announced again with each new one.
 */
export const Notices = () => (
  <div
    className="notices"
    popover="manual"
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: notify.ts changes the content of the region, so React must not manage it
    dangerouslySetInnerHTML={{ __html: '<div aria-live="polite" aria-atomic="false"></div>' }}
  />
)
