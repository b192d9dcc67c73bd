import { useWatch } from 'react-hook-form'
import { useEditedItem } from '../../../platform/content/admin/form/editor/editor-context.ts'
import type { ItemValues } from '../../../platform/content/admin/form/item-values.ts'
import { parseMoment } from '../../../platform/content/admin/publication/choice.ts'
import { Warning } from '../../../platform/forms/warning.tsx'
import { isAfterStart, LATE } from '../shared/late-moments.ts'

export default function LatePublicationWarning() {
  const { timeZone } = useEditedItem()
  const [publishAt, date] = useWatch<ItemValues>({ name: ['publishAt', 'date'] })
  const moment = parseMoment(String(publishAt ?? ''), timeZone)
  const isLate = isAfterStart(moment, String(date ?? ''), Date.now(), timeZone)
  return <Warning words={isLate ? LATE : ''} />
}
