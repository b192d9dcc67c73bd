/**
 * Sends a message to the parent process, if there is one. Without a callback Node throws an uncaught EPIPE when the parent
 * has ended and the `disconnect` event has not arrived yet.
 */
export function sendToParent(message: object | string): void {
  process.send?.(message, undefined, undefined, () => {})
}
