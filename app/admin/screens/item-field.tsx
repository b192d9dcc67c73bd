import { Controller, useFormContext } from 'react-hook-form'
import type { Field } from '../../../contract/fields.ts'
import type { AnyEntity } from '../../../contract/resources.ts'
import { toTitle } from '../../../contract/titles.ts'
import { api } from '../../api.ts'
import { DateField } from '../form/date-field.tsx'
import { ImageField } from '../form/image-field.tsx'
import { RichField } from '../form/rich-field.tsx'
import { LineField, TextField } from '../form/text-field.tsx'
import { asAdministrator } from '../session-end.ts'
import { altName, altOf, type ItemValues } from './values.ts'

interface ItemFieldProps {
  name: string
  field: Field
  /** The path of the resource's public pages, above the address that a title makes. */
  resource: string
  item?: AnyEntity
  /** Pictures still on their way into a field, and whether each got there: a form waits for them before it sends. */
  pending: Map<string, Promise<boolean>>
}

/** One declared field, as its kind asks for it. */
export function ItemField({ name, field, resource, item, pending }: ItemFieldProps) {
  const { control, getFieldState, formState, setValue, getValues } = useFormContext<ItemValues>()
  const error = getFieldState(name, formState).error?.message
  const { label, hint } = field
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => {
        const text = typeof value === 'string' ? value : ''
        const described = { label, hint, error }
        const typed = { value: text, onChange, onBlur, ref, name }
        switch (field.kind) {
          case 'line':
            return <LineField {...described} {...typed} maxLength={field.max} autoComplete="off" />
          case 'url':
            return (
              <LineField
                {...described}
                {...typed}
                type="url"
                inputMode="url"
                placeholder="https://"
                maxLength={field.max}
                autoComplete="off"
              />
            )
          case 'title':
            return (
              <LineField
                {...described}
                {...typed}
                hint={toTitle(text) ? `Se va a leer en /${resource}/${toTitle(text)}` : hint}
                maxLength={field.max}
                autoComplete="off"
              />
            )
          case 'text':
            return <TextField {...described} {...typed} max={field.max} />
          case 'date':
            return <DateField {...described} {...typed} time={field.time} />
          case 'rich':
            return (
              <RichField
                {...described}
                {...typed}
                upload={(image, sending) => asAdministrator(api.addMedia(image, sending))}
                onPending={(isThere) => {
                  const settled = isThere.finally(() => {
                    if (pending.get(name) === settled) pending.delete(name)
                  })
                  pending.set(name, settled)
                }}
              />
            )
          case 'image':
            return (
              <ImageField
                {...described}
                shape={field.shape}
                monochrome={name === PHOTOGRAPH}
                value={text}
                onChange={(picture) => {
                  const settled = picture.then((image) => {
                    // A later choice has taken its place.
                    if (pending.get(name) !== settled) return true
                    pending.delete(name)
                    onChange(image)
                    return true
                  })
                  pending.set(name, settled)
                }}
                stored={storedPicture(item, name)}
                alt={altOf(getValues())[name] ?? null}
                onAltChange={(alt) =>
                  setValue(
                    'alt',
                    { ...altOf(getValues()), [name]: alt },
                    { shouldDirty: true, shouldValidate: formState.isSubmitted },
                  )
                }
                altError={getFieldState(altName(name), formState).error?.message}
                ref={ref}
              />
            )
        }
      }}
    />
  )
}

/** Photographs are shown in monochrome, flyers keep their own colours (site/site.css, `.photo`). */
const PHOTOGRAPH = 'photo'

/** Wide enough for the preview on any screen. */
const PREVIEW_WIDTH = 800

function storedPicture(item: AnyEntity | undefined, name: string): string | undefined {
  const picture = item?.images?.[name]
  if (!picture) return undefined
  const width = picture.widths.find((candidate) => candidate >= PREVIEW_WIDTH) ?? picture.widths.at(-1)
  return width === undefined ? picture.src : `${picture.base}-${width}.webp`
}
