/** Fields with dots in their names: `address.street` is one field to the store, the history and the forms, and `address: {street}` to the API. */

/** `{'a.b': X}` is `{a: {b: X}}`. */
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

/** Objects of names with dots. */
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

/** Names with dots of objects: those of these fields, and nothing else. What is no object where there should be one is not looked into. */
export function flatten(fields: Readonly<Record<string, unknown>>, body: unknown): unknown {
  if (!isObject(body)) return body
  const flat: Flat = {}
  for (const name of Object.keys(fields)) {
    let value: unknown = body
    for (const part of name.split('.'))
      value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined
    if (value !== undefined) flat[name] = value
  }
  return flat
}
