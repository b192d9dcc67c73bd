import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { club } from '../../../../club/club.ts'
import type { Declaration, Field } from '../../../../contract/content/fields.ts'
import type { AnyEntity, ResourceName } from '../../../../contract/content/resources.ts'
import { fold } from '../../../../contract/content/titles.ts'
import { currentNight, isDate } from '../../../../contract/dates.ts'
import { cut } from '../../../../contract/names.ts'
import { api } from '../../../client/api.ts'
import { nightOf } from '../../../site/parts/night.ts'
import { asAdministrator } from '../../layout/session-end.ts'
import { DateField } from '../fields/date-field.tsx'
import type { Kept } from '../fields/field.tsx'
import { type CutSource, ImageField } from '../fields/image-field.tsx'
import { RichField } from '../fields/rich-text/rich-field.tsx'
import { LineField, TextField } from '../fields/text-field.tsx'
import { type Availability, TitleField } from '../fields/title-field.tsx'
import { altName, altOf, asLine, type ItemValues, keptValue, storedPicture } from './values.ts'

interface ItemFieldProps {
  name: string
  field: Field
  declaration: Declaration & { name: ResourceName }
  item?: AnyEntity
  /** Pictures still on their way into a field, and whether each got there: a form waits for them before it sends. */
  pending: Map<string, Promise<boolean>>
}

/** One declared field, as its kind asks for it. */
export function ItemField({ name, field, declaration, item, pending }: ItemFieldProps) {
  const { control, getFieldState, formState, setValue, getValues, setFocus } = useFormContext<ItemValues>()
  const cutFrom = useCutSource(field, declaration, item, pending)
  const watched = useWatch<ItemValues>({ name: 'alt' })
  const alt = (typeof watched === 'object' ? watched[name] : undefined) ?? null
  const error = getFieldState(name, formState).error?.message
  const { label, hint } = field
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => {
        const text = typeof value === 'string' ? value : ''
        const described = { label, hint, error, kept: keptOf(text) }
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
              <TitleField
                {...described}
                {...typed}
                above={`/${declaration.name}/`}
                max={field.max}
                check={(title) => availabilityOf(title, item?._id)}
              />
            )
          case 'text':
            return <TextField {...described} {...typed} max={field.max} />
          case 'date':
            return (
              <DateField
                {...described}
                {...typed}
                hint={sayDate(text, field.time) ?? hint}
                time={field.time}
              />
            )
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
                label={label}
                hint={hint}
                error={error}
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
                cutFrom={cutFrom}
                onCut={() => {
                  // The same picture shows the same.
                  if (field.cutFrom && alt === '') setAlt(altOf(getValues())[field.cutFrom] ?? null)
                }}
                alt={alt}
                onAltChange={setAlt}
                altError={getFieldState(altName(name), formState).error?.message}
                ref={ref}
              />
            )
        }
      }}
    />
  )

  /** What blank keeps is told from when it is blank; of a new item it keeps nothing. */
  function keptOf(text: string): Kept | null | undefined {
    if (!item) return undefined
    const value = keptValue(field, text, item[name])
    if (value === null) return null
    return {
      words: cut(asLine(field, value)),
      onPutBack: () => {
        setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
        // The button goes; where the field stands it goes on.
        setFocus(name)
      },
    }
  }

  function setAlt(said: string | null) {
    setValue(
      'alt',
      { ...altOf(getValues()), [name]: said },
      { shouldDirty: true, shouldValidate: formState.isSubmitted },
    )
  }
}

/** Photographs are shown in monochrome, flyers keep their own colours (site/site.css, `.photo`). */
const PHOTOGRAPH = 'photo'

/** The picture that this one may be cut from, once there is one. */
function useCutSource(
  field: Field,
  declaration: Declaration,
  item: AnyEntity | undefined,
  pending: ItemFieldProps['pending'],
): CutSource | undefined {
  const from = field.kind === 'image' ? field.cutFrom : undefined
  const { getValues } = useFormContext<ItemValues>()
  const chosen = useWatch<ItemValues>({ name: from ?? '', disabled: from === undefined })
  if (from === undefined || !(chosen || item?.images?.[from])) return undefined
  return {
    label: declaration.fields[from]?.label ?? from,
    address: async () => {
      await pending.get(from)
      return String(getValues(from) || item?.images?.[from]?.src || '') || undefined
    },
  }
}

/** Titles are the same without regard to case or accents; one that was renamed gives its old address up. */
async function availabilityOf(title: string, ownId: string | undefined): Promise<Availability> {
  const answer = await asAdministrator(api.newsByTitle(title))
  if (!answer.ok) return answer.problem.status === 404 ? 'free' : 'unknown'
  if (answer.value._id === ownId) return fold(answer.value.newsTitle) === fold(title) ? 'own' : 'free'
  return fold(answer.value.newsTitle) === fold(title) ? 'taken' : 'free'
}

/** The day of the week, which is what people plan by; and whether a night is over. */
function sayDate(date: string, isNight = false): string | undefined {
  if (!isDate(date)) return undefined
  const { weekday, day, month } = nightOf(date)
  const said = `${weekday} ${Number(day)} de ${month} de ${date.slice(0, 4)}.`
  const isOver = isNight && date.slice(0, 10) < currentNight(new Date(), club.timeZone)
  return isOver ? `${said} Esa noche ya pasó: no va a estar en Próximas fechas.` : said
}
