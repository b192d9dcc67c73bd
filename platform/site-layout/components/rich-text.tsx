/** Renders a rich text that was written in the back office. A paragraph that is only a link to a recording becomes a player. */
import './rich-text.css?later'
import type { BodyPart } from '../embeds.ts'
import { EmbedPlayer } from './embed-player.tsx'

interface RichTextProps {
  parts: readonly BodyPart[]
  /** Title of the page. It names players whose link is only an address. */
  title: string
  /** Language of the text, when it is not the language of the page. */
  lang?: string | undefined
}

export const RichText = ({ parts, title, lang }: RichTextProps) =>
  parts.map((part, index) =>
    'embed' in part ? (
      <EmbedPlayer key={part.embed.url} embed={part.embed} name={part.name ?? title} />
    ) : (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts never changes
        key={index}
        className="prose"
        lang={lang}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises it on every write, and the editor allows the same elements only
        dangerouslySetInnerHTML={{ __html: part.html }}
      />
    ),
  )
