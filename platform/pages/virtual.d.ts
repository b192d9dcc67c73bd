/** The outlines of all letters that the type of the house has, by letter (see site/breathing/letters-plugin.ts). */
declare module 'virtual:letter-outlines' {
  export const letters: Readonly<Record<string, readonly [advance: number, outline: string]>>
}

/** docs/guia-del-club.md, taken apart and rendered (see admin/guide/guide-plugin.ts). */
declare module 'virtual:guide' {
  export const parts: readonly import('../../features/guide/admin/guide-parts.ts').Part[]
}
