/** Whether a host name leads to this machine. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
