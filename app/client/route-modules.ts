/**
 * In place of React Router's own (app/route-modules-plugin.ts), which answers a screen that does not arrive by loading the page
 * anew: without a connection that ends outside the site. Here it is an error like others, for the boundary of the screen.
 */
import type { ChunkError } from './chunk-error.ts'
import { loadChunk } from './load-chunk.ts'

/** React Router waits for ever for a screen that fails to load: one stands in for it that fails when it is opened. */
function failing(error: ChunkError) {
  const fail = () => {
    throw error
  }
  return { clientLoader: fail, default: fail }
}

export async function loadRouteModule(
  route: { id: string; module: string },
  loaded: Record<string, unknown>,
): Promise<unknown> {
  loaded[route.id] ??= await loadChunk(route.id, () => import(/* @vite-ignore */ route.module)).catch(
    (error: ChunkError) => {
      console.error(error)
      return failing(error)
    },
  )
  return loaded[route.id]
}
