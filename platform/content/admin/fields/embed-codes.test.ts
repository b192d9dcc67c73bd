import { describe, expect, it } from 'vitest'
import { explainMissingPlayer, findPastedEmbed, toStoredLink } from './embed-codes.ts'

const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

describe('findPastedEmbed', () => {
  it.each([
    video,
    ` ${video}&pp=x\n`,
    'http://youtu.be/dQw4w9WgXcQ?si=x',
    'youtube.com/watch?v=dQw4w9WgXcQ',
    '<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=y" title="YouTube video player"></iframe>',
    '<iframe src="//www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
  ])('finds the video in %j', (pasted) => expect(findPastedEmbed(pasted)?.url).toBe(video))

  it('keeps the start in an embed code of YouTube', () => {
    expect(
      findPastedEmbed(
        '<iframe width="560" height="315" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?si=y&amp;start=90"></iframe>',
      )?.url,
    ).toBe(`${video}&t=90s`)
  })

  it('finds the recording in the embed codes of SoundCloud and Mixcloud', () => {
    expect(
      findPastedEmbed(
        '<iframe width="100%" height="300" src="https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/1&color=x"></iframe><div style="x"><a href="https://soundcloud.com/artista" title="Artista">Artista</a> · <a href="https://soundcloud.com/artista/una-hora">Una hora</a></div>',
      )?.url,
    ).toBe('https://soundcloud.com/artista/una-hora')
    for (const feed of ['%2FArtista%2Funa-hora%2F', 'https%3A%2F%2Fwww.mixcloud.com%2FArtista%2Funa-hora%2F'])
      expect(
        findPastedEmbed(
          `<iframe src="https://player-widget.mixcloud.com/widget/iframe/?hide_cover=1&amp;feed=${feed}"></iframe>`,
        )?.url,
      ).toBe('https://www.mixcloud.com/Artista/una-hora/')
  })

  it.each([
    '',
    'una frase',
    '<iframe src="https://player-widget.mixcloud.com/widget/iframe/?feed=//malo.example/a/b/"></iframe>',
    `mirá ${video}`,
    'https://club.example/watch?v=dQw4w9WgXcQ',
    'javascript:alert(1)',
    '<iframe src="https://malo.example/embed/dQw4w9WgXcQ"></iframe>',
  ])('finds no recording in %j', (pasted) => expect(findPastedEmbed(pasted)).toBeNull())
})

describe('explainMissingPlayer', () => {
  it.each([
    ['https://on.soundcloud.com/AbCdEf', 'los cortos de SoundCloud'],
    ['on.soundcloud.com/AbCdEf', 'los cortos de SoundCloud'],
    ['https://www.instagram.com/p/AbCdEf/', 'Instagram'],
    ['https://www.youtube.com/@canal', 'copiá el de un video'],
    ['https://soundcloud.com/artista', 'copiá el de un audio'],
    ['https://soundcloud.com', 'copiá el de un audio'],
    ['https://www.mixcloud.com/Artista/uploads/', 'copiá el de un audio'],
  ])('explains why %s has no player', (address, words) =>
    expect(explainMissingPlayer(address)).toContain(words),
  )

  it.each([video, 'https://club.example/x', 'https://constructor/x', 'una frase', '', 'mailto:a@b.example'])(
    'returns null for %j',
    (address) => expect(explainMissingPlayer(address)).toBeNull(),
  )
})

describe('toStoredLink', () => {
  const code =
    '<iframe style="border: 0; width: 350px;" src="https://bandcamp.com/EmbeddedPlayer/album=123/size=large/bgcol=ffffff/" seamless><a href="https://artista.bandcamp.com/album/verano">Verano</a></iframe>'

  it('reads the player from an embed code in a field for recordings only', () => {
    expect(toStoredLink(code, { isSound: true })).toBe('https://bandcamp.com/EmbeddedPlayer/album=123/')
    expect(toStoredLink(code, {})).toBe(code)
  })

  it('keeps an embed code of an unknown site as typed', () => {
    const strange = '<iframe src="https://malo.example/EmbeddedPlayer/album=1/"></iframe>'
    expect(toStoredLink(strange, { isSound: true })).toBe(strange)
  })

  it('completes links and account names', () => {
    expect(toStoredLink('soundcloud.com/a/b', { isSound: true })).toBe('https://soundcloud.com/a/b')
    expect(toStoredLink('@ana', { accountsAt: 'https://soundcloud.com/' })).toBe('https://soundcloud.com/ana')
  })
})
