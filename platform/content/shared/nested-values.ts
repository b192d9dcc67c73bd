/**
 * Converts field names with dots. Storage and audit log have one field `address.street`. The API and forms have `address:
 * {street}`.
 */

/** Type of the nested form: `{'a.b': X}` becomes `{a: {b: X}}`. */
export type Nested<F> = {
  [N in keyof F & string as N extends `${infer Head}.${string}`
    ? Head
    : N]: N extends `${infer Head}.${string}`
    ? Nested<{ [M in keyof F & string as M extends `${Head}.${infer Tail}` ? Tail : never]: F[M] }>
    : F[N]
}

type Flat = Record<string, unknown>

const isObject = (value: unknown): value is Flat =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Converts names with dots to nested objects. */
export function nest<T = unknown>(flat: Readonly<Record<string, T>>): Record<string, T | Flat> {
  const nested: Flat = {}
  for (const [name, value] of Object.entries(flat)) {
    const path = name.split('.')
    const last = path.pop() as string
    let inner = nested
    for (const part of path) {
      inner[part] ??= {}
      inner = inner[part] as Flat
    }
    inner[last] = value
  }
  return nested as Record<string, T | Flat>
}

/** Returns the value at a name with dots. undefined when there is none */
export function readNested(body: unknown, name: string): unknown {
  let value = body
  for (const part of name.split('.'))
    value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined
  return value
}

/**
 * Converts nested objects to names with dots, for the given fields only. A value is ignored if it should be an object and
 * is not.
 */
export function flatten(fields: Readonly<Record<string, unknown>>, body: unknown): unknown {
  if (!isObject(body)) return body
  const flat: Flat = {}
  for (const name of Object.keys(fields)) {
    const value = readNested(body, name)
    if (value !== undefined) flat[name] = value
  }
  return flat
}
