import { describe, expect, test } from 'vitest'
import { evaluate, readPrecondition } from './preconditions.ts'

const MODIFIED = 'Sat, 28 Nov 2026 12:00:00 GMT'
const EARLIER = 'Sat, 28 Nov 2026 11:59:59 GMT'
const LATER = 'Sat, 28 Nov 2026 12:00:01 GMT'

const strong = { etag: '"a"', modified: MODIFIED }
const weak = { etag: 'W/"a"', modified: MODIFIED }
const decide = (method: string, headers: Record<string, string>, target = strong) =>
  evaluate(method, new Headers(headers), target)

describe('preconditions of RFC 9110', () => {
  test.each<[string, Record<string, string>, typeof strong]>([
    ['another tag', { 'If-Match': '"b"' }, strong],
    ['a list without the tag', { 'If-Match': '"b", "c,a"' }, strong],
    ['no tag at all', { 'If-Match': 'a' }, strong],
    ['nothing', { 'If-Match': '' }, strong],
    ['a weak tag', { 'If-Match': 'W/"a"' }, strong],
    ['the tag of a weak answer', { 'If-Match': 'W/"a"' }, weak],
    ['a strong tag of a weak answer', { 'If-Match': '"a"' }, weak],
    ['a time before the change', { 'If-Unmodified-Since': EARLIER }, strong],
  ])('refuses %s as the expected version', (_, headers, target) => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'])
      expect(decide(method, headers, target)).toBe('changed')
  })

  test.each<[string, Record<string, string>]>([
    ['the tag', { 'If-Match': '"a"' }],
    ['a list with the tag', { 'If-Match': '"b" ,\t"a","c"' }],
    ['any version', { 'If-Match': ' * ' }],
    ['the time of the change', { 'If-Unmodified-Since': MODIFIED }],
    ['a time that is none', { 'If-Unmodified-Since': 'yesterday' }],
    ['the tag, whatever the time', { 'If-Match': '"a"', 'If-Unmodified-Since': EARLIER }],
    ['another tag than this one', { 'If-None-Match': '"b", W/"c"' }],
    ['no tag that it excludes', { 'If-None-Match': 'a' }],
    ['another tag, whatever the time', { 'If-None-Match': '"b"', 'If-Modified-Since': LATER }],
    ['a time before the change as known', { 'If-Modified-Since': EARLIER }],
    ['a time without a zone as known', { 'If-Modified-Since': '2027-01-01' }],
  ])('accepts %s', (_, headers) => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) expect(decide(method, headers)).toBe('met')
  })

  test.each<[string, Record<string, string>]>([
    ['the tag', { 'If-None-Match': '"a"' }],
    ['its weak form', { 'If-None-Match': 'W/"a"' }],
    ['a list with it', { 'If-None-Match': '"x,y", W/"b", "a"' }],
    ['any version', { 'If-None-Match': '*' }],
    ['the tag, after If-Match', { 'If-Match': '"a"', 'If-None-Match': '"a"' }],
  ])('reads %s as known, and as a reason not to write', (_, headers) => {
    for (const target of headers['If-Match'] ? [strong] : [strong, weak]) {
      expect(decide('GET', headers, target)).toBe('unchanged')
      expect(decide('HEAD', headers, target)).toBe('unchanged')
      expect(decide('PUT', headers, target)).toBe('exists')
      expect(decide('DELETE', headers, target)).toBe('exists')
    }
  })

  test('refuses by If-Match before If-None-Match', () => {
    expect(decide('GET', { 'If-Match': '"b"', 'If-None-Match': '"a"' })).toBe('changed')
  })

  test('compares times only for reads of files that have one', () => {
    expect(decide('GET', { 'If-Modified-Since': MODIFIED })).toBe('unchanged')
    expect(decide('HEAD', { 'If-Modified-Since': LATER })).toBe('unchanged')
    expect(decide('PUT', { 'If-Modified-Since': MODIFIED })).toBe('met')
    const headers = new Headers({ 'If-Modified-Since': LATER, 'If-Unmodified-Since': EARLIER })
    expect(evaluate('GET', headers, { etag: '"a"' })).toBe('met')
  })
})

describe('the precondition of a write', () => {
  const check = (headers: Record<string, string>, version: number | string = 3) =>
    readPrecondition({ method: 'PUT', headers: new Headers(headers) })(version)

  test('refuses other edit counters, and items that must not exist', () => {
    for (const tags of ['"2"', '"33"', '"2-abc"', 'W/"2"', '"03"', '3', '"3', '', '"-3"'])
      expect([tags, check({ 'If-Match': tags })?.problem]).toEqual([tags, 'edited-meanwhile'])
    for (const tags of ['*', '"3"', '"2", W/"3-abc"'])
      expect([tags, check({ 'If-None-Match': tags })?.problem]).toEqual([tags, 'precondition-failed'])
  })

  test('accepts the counter in each form in which it is sent, also through a proxy', () => {
    for (const tags of ['*', '"3"', 'W/"3"', '"3-a_b-C"', '"1", W/"3-abc"'])
      expect([tags, check({ 'If-Match': tags })]).toEqual([tags, null])
    expect(check({ 'If-Match': 'W/"0f12ab"' }, '0f12ab')).toBeNull()
    expect([check({}), check({ 'If-None-Match': '"2"' })]).toEqual([null, null])
  })

  test('takes no more time for a long header', () => {
    const started = performance.now()
    for (const part of ['"', 'W/"', '"1', '"1-', ',', '"1-a"']) check({ 'If-Match': part.repeat(4_000) })
    expect(performance.now() - started).toBeLessThan(500)
  })
})
