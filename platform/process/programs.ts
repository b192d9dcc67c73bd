/**
 * What runs in a process of its own: how a build calls it, and which source it is made of. The build's configuration and
 * the server both read this.
 */
export const PROGRAMS = {
  index: 'ops/main.ts',
  pulso: 'ops/cli/main.ts',
  'picture-worker': 'platform/media/worker/process.ts',
  'share-images': 'features/share-images/server/process.ts',
} as const

export type Program = keyof typeof PROGRAMS
