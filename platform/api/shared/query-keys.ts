/**
 * The query keys on which a page depends, each with what gives its values their one spelling. A page declares them in its
 * `handle`. Whatever else an address asks for (campaign tags and the like) is the same page, made and cached once.
 */
export type QueryKeys = Record<string, (value: string) => string>
