/**
 * Binds a port as systemd does for socket activation. Connections wait in the queue of the socket until a process accepts
 * them.
 */

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
 * Binds a socket and does not accept connections. node:net can only do both, so the function uses the internal class below
 * it. Connections queue as soon as a process listens on the socket.
 */
export function bindSocket(): BoundSocket {
  const { TCP, constants } = (
    process as unknown as {
      binding(name: 'tcp_wrap'): { TCP: new (type: number) => TcpHandle; constants: { SERVER: number } }
    }
  ).binding('tcp_wrap')
  const handle = new TCP(constants.SERVER)
  const failed = handle.bind('127.0.0.1', 0)
  if (failed !== 0) throw new Error(`The socket could not be bound: ${failed}`)
  const name: { port?: number } = {}
  handle.getsockname(name)
  return { port: name.port as number, fd: handle.fd, close: () => handle.close() }
}

/**
 * A prefix that runs the command in its arguments as the owner of the socket. The shell sets LISTEN_PID, because only the
 * new process knows its own pid.
 */
export const SET_LISTEN_PID = ['sh', '-c', 'export LISTEN_PID=$$ LISTEN_FDS=1; exec "$@"', 'sh']
