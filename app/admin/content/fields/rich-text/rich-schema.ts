/** What a text can hold in the editor: the same as what the server keeps of it (contract/content/richtext.ts). */
import { Image } from '@tiptap/extension-image'
import { StarterKit } from '@tiptap/starter-kit'
import { MEDIA_PATH } from '../../../../../contract/content/fields.ts'
import { isTextLink } from '../../../../../contract/content/richtext.ts'

/** Only our own pictures, and only the attributes that are kept. */
const OwnPicture = Image.extend({
  addAttributes: () => ({
    src: { default: null },
    alt: { default: '' },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [{ tag: `img[src^="${MEDIA_PATH}"]` }],
  // `![alt](src)` would put in any picture of anybody.
  addInputRules: () => [],
})

export const richExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: isTextLink,
    },
  }),
  OwnPicture,
]
