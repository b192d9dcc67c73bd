/** A script bundled into one text, to stand in a page (see vite.config.ts); empty in the browser, where it has run by then. */
declare module '*?script' {
  const text: string
  export default text
}

/** The rules of the club's breathing name (see site/breath.ts). */
declare module 'virtual:breath.css' {}

/** The outlines of its letters, one `d` of a path each, and how much room they take side by side. */
declare module 'virtual:breath-outlines' {
  export const outlines: readonly string[]
  export const width: number
}
