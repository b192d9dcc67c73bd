/** A TCP proxy whose connections can die silently: they stay open, and nothing more is forwarded. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SilentProxy {
  /** The given URL, through the proxy. */
  url: string
  /** Silences all connections, and each new one until `recover`. Like power loss: no connection gets an end or an error. */
  silence(): void
  /** Forwards new connections again. The silent ones stay silent, as after a moved address. */
  recover(): void
  /** Number of connections that forward data. */
  forwarding(): number
  close(): Promise<void>
}

/** @param target a URL with host and port */
export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const forwarding = new Set<readonly [Socket, Socket]>()
  let isSilent = false

  const server = createServer({ allowHalfOpen: true }, (near) => {
    open.add(near)
    near.on('error', () => {}).on('close', () => open.delete(near))
    if (isSilent) return near.pause()
    const far = connect(Number(port), hostname)
    const pair = [near, far] as const
    forwarding.add(pair)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy() && forwarding.delete(pair))
    far.on('error', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    silence() {
      isSilent = true
      for (const pair of forwarding) {
        const [near, far] = pair
        near.unpipe(far)
        far.unpipe(near)
        near.pause()
        // The server loses its client, and the client gets no sign of it.
        far.destroy()
        forwarding.delete(pair)
      }
    },
    recover() {
      isSilent = false
    },
    forwarding: () => forwarding.size,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
