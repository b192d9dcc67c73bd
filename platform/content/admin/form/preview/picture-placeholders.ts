import type { Field } from '../../../shared/fields.ts'

/** Creates a GIF of one pixel that stands for a picture without an upload. The number makes it unique. */
const createPlaceholder = (number: number): string =>
  `data:image/gif;new=${number};base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==`

/** Returns functions that replace the new pictures of a form in a preview request, because pictures have megabytes. */
export function createPicturePlaceholders() {
  /** Data URLs of the new pictures, by their placeholders. */
  const pictures = new Map<string, string>()

  /** Returns the placeholder of a new picture. */
  const add = (picture: string): string => {
    const placeholder = createPlaceholder(pictures.size)
    pictures.set(placeholder, picture)
    return placeholder
  }

  /** Returns the value with placeholders for its new pictures. @param value as the API takes it */
  const replace = (field: Field, value: unknown): unknown => {
    if (field.kind === 'rows')
      return (value as Record<string, unknown>[]).map((row) => ({
        ...row,
        ...Object.fromEntries(
          Object.entries(field.columns).map(([column, of]) => [column, replace(of, row[column])]),
        ),
      }))
    const isNewPicture = field.kind === 'image' && typeof value === 'string' && value.startsWith('data:')
    return isNewPicture ? add(value) : value
  }

  return { pictures, add, replace }
}
