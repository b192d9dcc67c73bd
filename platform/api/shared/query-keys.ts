/**
 * The query keys on which a page depends, each with a function that normalises its values. A page declares them in its
 * `handle`. Addresses that differ in other keys, such as campaign tags, are the same page and are cached once.
 */
export type QueryKeys = Record<string, (value: string) => string>
