import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'

const MINUTE_MS = 60_000

const refused = () =>
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })

describe('log lines of an outage', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function open() {
    const logged: string[] = []
    const log = createLog('info', { write: (line) => void logged.push(line) })
    return { log, logged, lines: () => logged.map((line) => JSON.parse(line) as Record<string, unknown>) }
  }

  test('leave out no line of a bug, and keep its stack', () => {
    const { log, lines } = open()
    for (let id = 0; id < 3; id++) log.error({ error: new TypeError('x is undefined'), id }, 'request failed')
    for (let id = 0; id < 2; id++) log.warn({ status: 500, route: '/', id }, 'request')
    expect(lines()).toHaveLength(5)
    expect(lines()[0]).toMatchObject({ error: { stack: expect.stringContaining('outage-lines.test.ts') } })
  })

  test('are written once a minute, with the number of lines left out', () => {
    const { log, lines } = open()
    for (let id = 0; id < 1_000; id++) log.error({ error: refused(), id }, 'request failed')
    expect(lines()).toMatchObject([{ id: 0 }])
    vi.advanceTimersByTime(MINUTE_MS)
    expect(lines()).toMatchObject([{ id: 0 }, { id: 999, suppressed: 998 }])
    log.error({ error: refused(), id: 1_000 }, 'request failed')
    vi.advanceTimersByTime(MINUTE_MS)
    expect(lines()).toHaveLength(3)
    expect(lines()[2]).not.toHaveProperty('suppressed')
  })

  test('are written at once when the outage begins again later', () => {
    const { log, lines } = open()
    log.warn({ error: refused() }, 'reading the revisions failed')
    vi.advanceTimersByTime(2 * MINUTE_MS)
    expect(lines()).toHaveLength(1)
    log.warn({ error: refused() }, 'reading the revisions failed')
    expect(lines()).toHaveLength(2)
  })

  test('have no stack', () => {
    const { log, logged, lines } = open()
    log.error({ error: refused(), requestId: 'a', method: 'GET', route: '/' }, 'request failed')
    expect(lines()[0]).toMatchObject({
      error: { name: 'Error', message: 'connect ECONNREFUSED 127.0.0.1:5432', errorCode: 'ECONNREFUSED' },
    })
    expect(logged[0]).not.toContain('stack')
    expect(logged[0]?.length).toBeLessThan(300)
  })

  test('are limited separately by message, error, route, status and part', () => {
    const { log, lines } = open()
    const write = () => {
      log.error({ error: refused() }, 'one')
      log.error({ error: refused() }, 'two')
      log.error({ error: Object.assign(new Error(), { code: '57P01' }) }, 'one')
      log.error({ error: refused(), part: 'database' }, 'one')
      log.warn({ status: 503, route: '/' }, 'request')
      log.warn({ status: 503, route: '/fechas' }, 'request')
      log.warn({ status: 507, route: '/' }, 'request')
    }
    write()
    write()
    expect(lines()).toHaveLength(7)
  })
})
