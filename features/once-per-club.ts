import type { Platform } from '../platform/app/platform.ts'

/**
 * Creates a service of a feature at its first use, once for each club. Other features import the returned function, and get
 * the same service.
 */
export function oncePerClub<Service>(
  create: (platform: Platform) => Service,
): (platform: Platform) => Service {
  const services = new WeakMap<Platform, Service>()
  return (platform) => {
    const service = services.get(platform) ?? create(platform)
    services.set(platform, service)
    return service
  }
}
