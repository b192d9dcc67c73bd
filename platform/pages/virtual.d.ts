/** Outlines of all letters of Archivo. platform/site-layout/animated-name/letter-outlines-plugin.ts generates the module. */
declare module 'virtual:letter-outlines' {
  export const letters: Readonly<Record<string, readonly [advance: number, outline: string]>>
}

/** The rendered sections of docs/guia-del-club.md. features/guide/admin/guide-plugin.ts generates the module. */
declare module 'virtual:guide' {
  export const parts: readonly import('../../features/guide/admin/guide-parts.ts').Part[]
}
