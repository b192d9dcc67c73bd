/**
 * Returns other spellings of `/api/metrics`: dot segments, percent-encoded characters, and characters that the URL parser
 * replaces or removes. A proxy that compares the path as it was sent passes some of them.
 */
export const spellMetricsPath = (): string[] => [
  '/api/./metrics',
  '/api/x/../metrics',
  '/api/%2e/metrics',
  '/api/x/%2E%2e/metrics',
  '/./api/metrics',
  '/x/../api/metrics',
  '/api/metrics/.',
  '/api/metrics/x/..',
  '/api/%6detrics',
  '/%61pi/metrics',
  '/api\\metrics',
  '/api/metrics#x',
  '/api//metrics',
  '//api/metrics',
]
