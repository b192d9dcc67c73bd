/** Outlines of all letters of Archivo. platform/site-layout/animated-name/letter-outlines-plugin.ts generates the module. */
declare module 'virtual:letter-outlines' {
  export const letters: Readonly<Record<string, readonly [advance: number, outline: string]>>
}

/** The first screen does not need these sheets (delivery/page-styles-plugin.ts). */
declare module '*.css?later'
