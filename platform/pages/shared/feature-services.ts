/**
 * What loaders and actions of pages call. A feature adds its own with `declare module`, and creates it in its
 * index.server.ts. Pages are built by Vite and cannot import a service that Node has created.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add members
export interface FeaturePageServices {}
