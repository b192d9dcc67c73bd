/** Flat heartbeat line of the 404 page. It starts to beat while the link to the home page is hovered or focused. */
export function HeartbeatLine() {
  return (
    <svg className="pulse" viewBox="0 0 1200 160" preserveAspectRatio="none" aria-hidden="true">
      <path className="pulse-flat" d="M0 80H1200" />
      <path
        className="pulse-alive"
        d="M0 80H420L450 60L480 80H520L545 8L585 152L612 80H660L690 52L722 80H1200"
      />
    </svg>
  )
}
