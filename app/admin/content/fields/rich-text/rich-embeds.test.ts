import { describe, expect, it } from 'vitest'
import { embedIn } from './rich-embeds.ts'

const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

describe('embedIn', () => {
  it.each([
    video,
    ` ${video}&t=40s\n`,
    'http://youtu.be/dQw4w9WgXcQ?si=x',
    'youtube.com/watch?v=dQw4w9WgXcQ',
    '<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=y" title="YouTube video player"></iframe>',
    '<iframe src="//www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
  ])('finds the video in %j', (pasted) => expect(embedIn(pasted)?.url).toBe(video))

  it.each([
    '',
    'una frase',
    `mirá ${video}`,
    'https://club.example/watch?v=dQw4w9WgXcQ',
    'javascript:alert(1)',
    '<iframe src="https://malo.example/embed/dQw4w9WgXcQ"></iframe>',
  ])('finds nothing in %j', (pasted) => expect(embedIn(pasted)).toBeNull())
})
