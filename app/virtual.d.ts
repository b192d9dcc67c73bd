/** The address of the script of enhance/main.ts (see enhance/enhance-plugin.ts). */
declare module 'virtual:enhance' {
  const address: string
  export default address
}

/** The rules of the club's breathing name (see site/breathing/breath.ts). */
declare module 'virtual:breath.css' {}

/** The outlines of its letters, one `d` of a path each, and how much room they take side by side. */
declare module 'virtual:breath-outlines' {
  export const outlines: readonly string[]
  export const width: number
}
