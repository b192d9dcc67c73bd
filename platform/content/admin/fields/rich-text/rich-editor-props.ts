/** What the editor of a rich text is given: apart from it, since it is loaded late. */
import type { Ref } from 'react'
import type { Answer } from '../../../../api/client/call.ts'
import type { Picture } from '../../../shared/fields.ts'
import type { FileOutcome } from '../../form/editor/pending-files.ts'

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
  /** Receives a picture that is being uploaded. The form waits for it before saving. */
  onPending: (outcome: Promise<FileOutcome>) => void
  ref?: Ref<{ focus: () => void }> | undefined
}
