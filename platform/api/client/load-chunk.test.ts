import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadChunk } from './load-chunk.ts'

describe('loadChunk', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('hands over what was imported', async () => {
    await expect(loadChunk('mapa', async () => 'part')).resolves.toBe('part')
  })

  it('names the chunk that failed and keeps the cause', async () => {
    const cause = new TypeError('offline')
    const failure = await loadChunk('editor', () => Promise.reject(cause)).catch((error: Error) => error)
    expect(failure).toMatchObject({ message: 'Loading chunk editor failed', cause })
  })

  it('fails after 120000 ms', async () => {
    vi.useFakeTimers()
    const failed = vi.fn()
    loadChunk('mapa', () => new Promise(() => {})).catch(failed)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failed.mock.calls[0]?.[0].message).toBe('Loading chunk mapa failed')
  })
})
