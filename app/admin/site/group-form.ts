/** A group of the site's words as the form of items has it. Pure, so that the rules can be tested. */
import type { Declaration, Field } from '../../../contract/content/fields.ts'
import { kindOf } from '../../../contract/content/kinds.ts'
import type { AnyEntity, ResourceName } from '../../../contract/content/resources.ts'
import { type GroupName, groups } from '../../../contract/site/groups.ts'
import { flatten, type Group, nest } from '../../../contract/site/site.ts'
import { type Answer, api } from '../../client/api.ts'
import { sayFromNow } from '../../club-words.ts'
import type { ItemCalls } from '../content/form/item-form.tsx'
import { inOneLine, typedOf } from '../content/form/typed.ts'

/** The library of forms takes a dot in a name for a path. */
const inForm = (name: string): string => name.replace('.', '-')
const inGroup = (name: string): string => name.replace('-', '.')

const renamed = (values: object, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]))

/** What stands for a resource where a form asks for its name: nothing is read or written by it. */
export const formDeclaration = (name: GroupName): Declaration & { name: ResourceName } => ({
  ...groups[name],
  name: groups[name].name as never,
  fields: renamed(groups[name].fields, inForm) as Record<string, Field>,
})

export function toItem(name: GroupName, group: Group): AnyEntity {
  const said = flatten(groups[name].fields, group) as Record<string, unknown>
  const updatedAt = group.updatedAt ?? new Date(0).toISOString()
  return {
    _id: name,
    createdAt: updatedAt,
    updatedAt,
    draft: false,
    publishAt: null,
    unpublishAt: null,
    images: {},
    alt: {},
    ...renamed(said, inForm),
  }
}

function toItemAnswer(name: GroupName, answer: Answer<Group>): Answer<AnyEntity> {
  if (answer.ok) return { ...answer, value: toItem(name, answer.value) }
  const names = new Set(Object.keys(groups[name].fields))
  const errors = answer.problem.errors?.map(({ field, message }) => ({
    field: names.has(field) ? inForm(field) : field,
    message,
  }))
  return { ...answer, problem: { ...answer.problem, ...(errors && { errors }) } }
}

export const groupCalls = (name: GroupName): ItemCalls => ({
  one: async () => toItemAnswer(name, await api.group(name)),
  update: async (_, body, sending) => {
    const answer = await api.updateGroup(name, nest(renamed(body, inGroup)), sending)
    if (answer.ok) sayFromNow(name, answer.value)
    return toItemAnswer(name, answer)
  },
})

/** What a group says, in few words: what is said to search engines is not worth its room. */
export function summaryOf(name: GroupName, group: Group, timeZone: string): string {
  const said = flatten(groups[name].fields, group) as Record<string, unknown>
  return Object.entries(groups[name].fields as Record<string, Field>)
    .filter(([field]) => !field.startsWith('meta.'))
    .flatMap(([field, declared]) => {
      const value = said[field]
      if (value === null || value === undefined) return []
      if (declared.kind === 'rows')
        return (value as object[]).length > 0 ? [rowsInWords(declared, value as object[])] : []
      if (declared.kind === 'url') return [declared.label]
      return [
        kindOf(declared).shown === 'picture' ? '' : inOneLine(declared, typedOf(declared, value, timeZone)),
      ]
    })
    .filter((words) => words !== '')
    .join(' · ')
}

const rowsInWords = ({ label }: Field, rows: object[]): string => `${rows.length} ${label.toLowerCase()}`
