import { partsOfText } from './text-links.ts'

const BESIDE = { target: '_blank', rel: 'noopener noreferrer nofollow' }

/** A text as it was written, with its links to tap. They open beside the back office, and tell nobody where from. */
export const LinkedText = ({ children }: { children: string }) =>
  partsOfText(children).map(({ text, href }, index) =>
    href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have their place and nothing else
        key={index}
        href={href}
        {...(!href.startsWith('tel:') && BESIDE)}
        className="text-link"
      >
        {text}
      </a>
    ) : (
      text
    ),
  )
