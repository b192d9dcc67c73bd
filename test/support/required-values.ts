/** Creates values for the required fields of any resource, so that a new resource needs no change in the tests. */
import type { Declaration, Field } from '../../platform/content/shared/fields.ts'

type Fields = Readonly<Record<string, Field>>

/** @param picture the value of each required picture */
export const createRequiredValues = (
  { fields }: Pick<Declaration, 'fields'>,
  words: string,
  picture: string,
): Record<string, unknown> => validValues(fields, words, picture)

const validValues = (fields: Fields, words: string, picture: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !field.optional)
      .map(([name, field]) => [name, validValue(field, words, picture)]),
  )

function validValue(field: Field, words: string, picture: string): unknown {
  switch (field.kind) {
    case 'line':
    case 'text':
      return words.slice(0, field.max)
    case 'title':
      return words.replaceAll(' ', '-').slice(0, field.max)
    case 'rich':
      return `<p>${words}</p>`
    case 'url':
      return 'https://club.example/algo'
    case 'date':
      return field.time ? '2027-03-06T23:59' : '2027-03-06'
    case 'image':
      return picture
    case 'number':
      return field.min
    case 'zone':
      return 'America/Argentina/Buenos_Aires'
    case 'colour':
      return '#ffffff'
    default:
      throw new Error(
        `test/support/required-values.ts has no value for a required field of type ${field.kind}`,
      )
  }
}
