/** A text as somebody wrote it in the back office: its markup, and players where a link stands alone. */
import './rich-text.css'
import type { BodyPart } from '../embeds.ts'
import { EmbedPlayer } from './embed-player.tsx'

interface RichTextProps {
  parts: readonly BodyPart[]
  /** Of the text, where that is not the page's. */
  lang?: string | undefined
}

export const RichText = ({ parts, lang }: RichTextProps) =>
  parts.map((part, index) =>
    'embed' in part ? (
      <EmbedPlayer key={part.embed.url} embed={part.embed} />
    ) : (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
        key={index}
        className="prose"
        lang={lang}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server on every write, or made by the editor, which holds no more
        dangerouslySetInnerHTML={{ __html: part.html }}
      />
    ),
  )
