import { partsOfText } from './links.ts'

/** A text as it was written, with its links to tap. They open beside the back office, and tell nobody where from. */
export const LinkedText = ({ children }: { children: string }) =>
  partsOfText(children).map(({ text, href }, index) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have their place and nothing else
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow" className="text-link">
        {text}
      </a>
    ) : (
      text
    ),
  )
