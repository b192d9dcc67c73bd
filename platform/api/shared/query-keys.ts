/**
 * The query keys that change a page, each with a function that normalises its values. A page declares them in its `handle`.
 * Addresses that differ only in other keys, such as campaign tags, are the same page, which is cached once.
 */
export type QueryKeys = Record<string, (value: string) => string>
