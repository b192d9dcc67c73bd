import { usePageTexts } from '../page-texts.ts'

/** A link with the same text under every artist. Screen readers also get the name of the artist. */
export const ExternalLink = ({ to, of, children }: { to: string; of: string; children: string }) => (
  <a href={to} target="_blank" rel="noopener">
    {children}
    <span className="unseen">{usePageTexts().ofArtist(of)}</span>
  </a>
)
