import { describe, expect, it } from 'vitest'
import { embedIn, whyNoPlayer } from './rich-embeds.ts'

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

describe('whyNoPlayer', () => {
  it.each([
    ['https://on.soundcloud.com/AbCdEf', 'los cortos de SoundCloud'],
    ['on.soundcloud.com/AbCdEf', 'los cortos de SoundCloud'],
    ['https://www.instagram.com/p/AbCdEf/', 'Instagram'],
    ['https://www.youtube.com/@canal', 'copiá el de un video'],
    ['https://soundcloud.com/artista', 'copiá el de un audio'],
    ['https://soundcloud.com', 'copiá el de un audio'],
    ['https://www.mixcloud.com/Artista/uploads/', 'copiá el de un audio'],
  ])('says it of %s', (address, words) => expect(whyNoPlayer(address)).toContain(words))

  it.each([video, 'https://club.example/x', 'https://constructor/x', 'una frase', '', 'mailto:a@b.example'])(
    'says nothing of %j',
    (address) => expect(whyNoPlayer(address)).toBeNull(),
  )
})
