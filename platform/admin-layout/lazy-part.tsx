/** Components whose code loads on demand, with a time limit and a button that tries again. */
import { type ComponentType, useEffect, useState } from 'react'
import { useChunkReload } from '../api/client/chunk-reload.ts'
import type { ChunkError } from '../api/client/load-chunk.ts'
import { loadChunk } from '../api/client/load-chunk.ts'

type State<P> = { part: ComponentType<P> } | { failure: string } | null

/**
 * Creates a component whose code loads when it is first rendered, in the browser only.
 * @param Waiting rendered until the code has loaded, also on the server. Default: nothing
 */
export function lazyPart<P extends object>(
  name: string,
  importer: () => Promise<ComponentType<P>>,
  Waiting: ComponentType<P> = () => null,
): ComponentType<P> {
  return function LazyPart(props: P) {
    const [state, setState] = useState<State<P>>(null)

    useEffect(() => {
      let isUnmounted = false
      loadChunk(name, importer).then(
        (part) => isUnmounted || setState({ part }),
        (error: ChunkError) => {
          console.error(error)
          if (!isUnmounted) setState({ failure: error.message })
        },
      )
      return () => {
        isUnmounted = true
      }
    }, [])

    if (state && 'part' in state) return <state.part {...props} />
    if (state === null) return <Waiting {...props} />
    return <PartFailed message={state.failure} />
  }
}

function PartFailed({ message }: { message: string }) {
  const { isUnreached, tryAgain } = useChunkReload()
  return (
    <div className="chunk-failed" role="alert">
      <p className="mono">{message}</p>
      {isUnreached && <p>Todavía no hay conexión. Lo que escribiste sigue acá.</p>}
      <button type="button" onClick={tryAgain}>
        Probar de nuevo
      </button>
    </div>
  )
}
