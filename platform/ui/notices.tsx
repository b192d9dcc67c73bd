import './notices.css'

/** Where ./notify.ts shows its notices. It is always there: a live region that arrives together with its words is not announced everywhere. */
export const Notices = () => (
  <div
    className="notices"
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: says that what is in it is not React's
    dangerouslySetInnerHTML={{ __html: '<div role="status"></div>' }}
  />
)
