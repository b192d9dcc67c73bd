import { usePageTexts } from '../page-texts.ts'

/** A link of an artist. Every artist has links with the same texts, so screen readers also get the name of the artist. */
export const ExternalLink = ({ to, of, children }: { to: string; of: string; children: string }) => (
  <a href={to} target="_blank" rel="noopener">
    {children}
    <span className="unseen">{usePageTexts().ofArtist(of)}</span>
  </a>
)
