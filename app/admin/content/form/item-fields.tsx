/** The fields of an item, in the order of its declaration. */
import { Fragment } from 'react'
import type { Declaration } from '../../../../contract/content/fields.ts'
import { hasNights } from '../../../../contract/content/kinds.ts'
import type { AnyEntity, ResourceName } from '../../../../contract/content/resources.ts'
import { hasInput } from '../fields/inputs.tsx'
import { ScheduleQuestion } from '../publication/schedule-question.tsx'
import { ItemField } from './item-field.tsx'
import type { ItemValues } from './values.ts'

interface ItemFieldsProps {
  declaration: Declaration & { name: ResourceName }
  item: AnyEntity | undefined
  /** What the form began with. */
  base: ItemValues
  pending: Map<string, Promise<boolean>>
}

export function ItemFields({ declaration, item, base, pending }: ItemFieldsProps) {
  return Object.entries(declaration.fields)
    .filter(([, field]) => hasInput(field))
    .map(([name, field]) => (
      <Fragment key={name}>
        <ItemField name={name} field={field} declaration={declaration} item={item} pending={pending} />
        {name === declaration.orderBy && !hasNights(declaration) && (
          <ScheduleQuestion name={name} stored={base[name]} />
        )}
      </Fragment>
    ))
}
