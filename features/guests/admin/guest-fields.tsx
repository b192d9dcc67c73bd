/** The fields of a guest, in the list and in the review of a pasted text. */
import type { UseFormReturn } from 'react-hook-form'
import { LineField } from '../../../platform/forms/text-field.tsx'
import { isBlank } from '../../../platform/shared/text/text.ts'
import { COMPANIONS_MAX, GUEST_NAME_MAX, GUEST_NOTE_MAX } from '../shared/guest-limits.ts'
import type { GuestBody } from '../shared/guests.ts'
import { NumberField, textOrNull, wholeNumber } from './number-field.tsx'

interface GuestFieldsProps {
  form: UseFormReturn<GuestBody>
  companionsMax?: number
}

export function GuestFields({ form, companionsMax = COMPANIONS_MAX }: GuestFieldsProps) {
  const { errors } = form.formState
  return (
    <>
      <LineField
        label="Nombre"
        autoComplete="off"
        maxLength={GUEST_NAME_MAX}
        autoFocus
        error={errors.name?.message}
        {...form.register('name', { validate: (typed) => !isBlank(typed) || 'Falta el nombre.' })}
      />
      <NumberField
        label="Acompañantes"
        error={errors.companions?.message}
        {...form.register('companions', wholeNumber(0, companionsMax, 0))}
      />
      <LineField
        label="Nota (opcional)"
        hint="La ve la puerta."
        autoComplete="off"
        maxLength={GUEST_NOTE_MAX}
        {...form.register('note', textOrNull)}
      />
    </>
  )
}
