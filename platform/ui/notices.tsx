import './notices.css'

/** The live region of ./notify.ts. It always exists: some screen readers do not announce a region that is added together with its text. */
export const Notices = () => (
  <div
    className="notices"
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React must not manage the content of the region
    dangerouslySetInnerHTML={{ __html: '<div role="status"></div>' }}
  />
)
