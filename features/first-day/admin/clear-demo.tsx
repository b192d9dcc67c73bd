import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { useEditedItem } from '../../../platform/content/admin/form/editor/editor-context.ts'
import { getBlankValue } from '../../../platform/content/admin/form/field-values.ts'
import { getFieldValue, type ItemValues } from '../../../platform/content/admin/form/item-values.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'

interface ClearDemoProps {
  label: string
  /** Names of the fields of the group that have a value of the demo club, as in the API. */
  fields: readonly string[]
}

/**
 * Empties all fields of the form that still have a value of the demo club. Fields that the administrator has changed in the
 * form stay.
 */
export function ClearDemo({ label, fields }: ClearDemoProps) {
  const { declaration, base } = useEditedItem()
  const { setValue, watch } = useFormContext<ItemValues>()
  const [isCleared, setCleared] = useState(false)
  const values = watch()
  const isAsLoaded = (name: string) =>
    JSON.stringify(getFieldValue(values, name)) === JSON.stringify(getFieldValue(base, name))
  const toClear = fields.filter((name) => declaration.fields[name]?.optional && isAsLoaded(name))

  function clear() {
    for (const name of toClear) {
      const field = declaration.fields[name]
      if (field) setValue(name, getBlankValue(field), { shouldDirty: true })
    }
    setCleared(true)
  }

  return (
    <>
      {toClear.length > 0 && (
        <p>
          <Button onClick={clear}>{label}</Button>
        </p>
      )}
      <p {...liveRegion}>{isCleared && 'Quedan vacíos cuando guardes.'}</p>
    </>
  )
}
