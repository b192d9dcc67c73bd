/** A port as systemd holds it for whoever it starts: bound, and connections wait in its queue when nobody takes them. */

interface TcpHandle {
  fd: number
  bind(address: string, port: number): number
  listen(backlog: number): number
  getsockname(out: { port?: number }): number
  close(): void
}

export interface BoundSocket {
  port: number
  fd: number
  close(): void
}

/**
 * Connections queue up from when the first one listens that it is given to. node:net has no socket that listens and
 * takes nobody in; what it is made of itself has one that only is bound.
 */
export function bindSocket(): BoundSocket {
  const { TCP, constants } = (
    process as unknown as {
      binding(name: 'tcp_wrap'): { TCP: new (type: number) => TcpHandle; constants: { SERVER: number } }
    }
  ).binding('tcp_wrap')
  const held = new TCP(constants.SERVER)
  const failed = held.bind('127.0.0.1', 0)
  if (failed !== 0) throw new Error(`No port: ${failed}`)
  const name: { port?: number } = {}
  held.getsockname(name)
  return { port: name.port as number, fd: held.fd, close: () => held.close() }
}

/** Becomes the command that follows, to which the socket is said to belong: a pid is known only by whoever has it. */
export const SET_LISTEN_PID = ['sh', '-c', 'export LISTEN_PID=$$ LISTEN_FDS=1; exec "$@"', 'sh']
