import { usePageTexts } from '../page-texts.ts'

/** The same few words under every artist: screen readers hear whose they are. */
export const ExternalLink = ({ to, of, children }: { to: string; of: string; children: string }) => (
  <a href={to} target="_blank" rel="noopener">
    {children}
    <span className="unseen">{usePageTexts().ofArtist(of)}</span>
  </a>
)
