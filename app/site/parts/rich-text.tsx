/** A text as somebody wrote it in the back office: its markup, and players where a link stands alone. */
import './rich-text.css'
import type { BodyPart } from './embeds.ts'
import { Player } from './player.tsx'

export const RichText = ({ parts }: { parts: readonly BodyPart[] }) =>
  parts.map((part, index) =>
    'embed' in part ? (
      <Player key={part.embed.url} embed={part.embed} />
    ) : (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
        key={index}
        className="prose"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server on every write, or made by the editor, which holds no more
        dangerouslySetInnerHTML={{ __html: part.html }}
      />
    ),
  )
