import { useWatch } from 'react-hook-form'
import { useEditedItem } from '../../../platform/content/admin/form/editor/editor-context.ts'
import type { RowValue } from '../../../platform/content/admin/form/field-values.ts'
import type { ItemValues } from '../../../platform/content/admin/form/item-values.ts'
import { Warning } from '../../../platform/forms/warning.tsx'
import { warnOfLateReveal } from './late-reveal.ts'

export default function LateRevealWarning() {
  const { timeZone } = useEditedItem()
  const [lineup, date] = useWatch<ItemValues>({ name: ['lineup', 'date'] })
  return (
    <Warning
      words={warnOfLateReveal((lineup ?? []) as RowValue[], String(date ?? ''), Date.now(), timeZone)}
    />
  )
}
