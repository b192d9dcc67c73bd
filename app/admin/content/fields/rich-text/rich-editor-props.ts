/** What the editor of a rich text is given: apart from it, since it is loaded late. */
import type { Ref } from 'react'
import type { Picture } from '../../../../../contract/content/fields.ts'
import type { Answer } from '../../../../client/api.ts'

interface Upload {
  signal: AbortSignal
  /** Called with 0–1 while the picture is being sent. */
  onProgress: (sent: number) => void
}

export interface RichEditorProps {
  labelId: string
  describedBy?: string
  invalid: boolean
  /** HTML; blank when there is neither word nor picture. */
  value: string
  onChange: (html: string) => void
  onBlur: () => void
  /** Stores a picture (a data URL) so that the text can show it. */
  upload: (image: string, upload: Upload) => Promise<Answer<Picture>>
  /** Told of a picture on its way into the text, and whether it got there, so that a form does not leave without it. */
  onPending: (isThere: Promise<boolean>) => void
  ref?: Ref<{ focus: () => void }>
}
