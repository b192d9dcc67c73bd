/** The rendered sections of docs/guia-del-club.md. features/guide/admin/guide-plugin.ts generates the module. */
declare module 'virtual:guide' {
  export const parts: readonly import('./guide-parts.ts').Part[]
}
