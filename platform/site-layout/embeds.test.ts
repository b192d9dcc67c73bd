import { describe, expect, it } from 'vitest'
import { findEmbed, splitBody } from './embeds.ts'

const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

describe('embedOf', () => {
  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=40s',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'https://m.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/live/dQw4w9WgXcQ',
    'https://youtube.com/shorts/dQw4w9WgXcQ?feature=share',
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ&amp;si=x',
  ])('knows the video of %s', (url) => {
    expect(findEmbed(url)).toEqual({
      player: 'YouTube',
      url: video,
      frame: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
    })
  })

  it('recognises a SoundCloud recording', () => {
    expect(findEmbed('https://soundcloud.com/artista/una-hora?utm=1')?.frame).toBe(
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fartista%2Funa-hora&auto_play=true',
    )
  })

  it('recognises the mobile address, and one within a playlist', () => {
    expect(findEmbed('https://m.soundcloud.com/artista/una-hora')?.url).toBe(
      'https://soundcloud.com/artista/una-hora',
    )
    expect(findEmbed('https://soundcloud.com/artista/sets/verano')?.url).toBe(
      'https://soundcloud.com/artista/sets/verano',
    )
  })

  it.each([
    ['https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk?si=1', 'episode/4rOoJ6Egrf8K2IrywzwOMk'],
    ['https://open.spotify.com/intl-es/track/4rOoJ6Egrf8K2IrywzwOMk', 'track/4rOoJ6Egrf8K2IrywzwOMk'],
    ['https://open.spotify.com/embed/show/4rOoJ6Egrf8K2IrywzwOMk', 'show/4rOoJ6Egrf8K2IrywzwOMk'],
  ])('knows what %s plays at Spotify', (url, path) => {
    expect(findEmbed(url)).toEqual({
      player: 'Spotify',
      url: `https://open.spotify.com/${path}`,
      frame: `https://open.spotify.com/embed/${path}`,
    })
  })

  it('recognises a Bandcamp player by its numbers, and drops the rest of its address', () => {
    const player = 'https://bandcamp.com/EmbeddedPlayer/album=1234567890/track=77/'
    expect(
      findEmbed(
        'https://bandcamp.com/EmbeddedPlayer/v=2/track=77/size=large/album=1234567890/package=9/bgcol=ffffff/',
      ),
    ).toEqual({
      player: 'Bandcamp',
      url: player,
      frame: `${player}size=large/bgcol=0b0b0c/linkcol=f2efe9/artwork=none/`,
    })
  })

  it.each([
    'https://artista.bandcamp.com/album/verano',
    'https://bandcamp.com/EmbeddedPlayer/size=large/',
    'https://bandcamp.com/EmbeddedPlayer/album=12x/',
    'https://bandcamp.com/tag/techno',
    'https://open.spotify.com/artist/4rOoJ6Egrf8K2IrywzwOMk',
    'https://open.spotify.com/track/4rOoJ6Egrf8K2IrywzwOM',
    'https://open.spotify.com.evil.example/track/4rOoJ6Egrf8K2IrywzwOMk',
    'https://on.soundcloud.com/abc',
  ])('leaves %s a link', (url) => {
    expect(findEmbed(url)).toBeNull()
  })

  it.each([
    'https://www.mixcloud.com/Artista/una-hora/',
    'https://m.mixcloud.com/Artista/una-hora?utm=1',
    'https://mixcloud.com/Artista/una-hora',
  ])('knows the Mixcloud recording of %s', (url) => {
    expect(findEmbed(url)).toEqual({
      player: 'Mixcloud',
      url: 'https://www.mixcloud.com/Artista/una-hora/',
      frame:
        'https://player-widget.mixcloud.com/widget/iframe/?hide_cover=1&autoplay=1&feed=%2FArtista%2Funa-hora%2F',
    })
  })

  it.each([
    'https://www.youtube.com/@canal',
    'https://www.youtube.com/c/elevenchars',
    'https://music.youtube.com/playlist?list=dQw4w9WgXcQ',
    'https://soundcloud.com/artista',
    'https://soundcloud.com/artista/tracks',
    'https://on.soundcloud.com/AbCdEf',
    'https://www.mixcloud.com/Artista/',
    'https://www.mixcloud.com/Artista/uploads/',
    'https://www.mixcloud.com/discover/techno/',
    'https://www.mixcloud.com/a/b/c/',
    'https://constructor/x/y',
    'https://www.instagram.com/p/AbCdEf/',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'javascript:alert(1)',
    'https:///www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https:\\\\www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https:youtu.be/dQw4w9WgXcQ',
    'https://ana@youtu.be/dQw4w9WgXcQ',
    'https://youtu%2ebe/dQw4w9WgXcQ',
    'https://soundcloud.com:8443/artista/una-hora',
    'https://www.youtube.com/watch?v=%22onload=%22',
  ])('leaves %s alone', (url) => {
    expect(findEmbed(url)).toBeNull()
  })
})

describe('bodyParts', () => {
  it('keeps a text without lone links whole', () => {
    const html = `<h2>Uno</h2><p>Mirá <a href="${video}">esto</a> ya.<br>Dale.</p><img src="/media/a.jpg" alt=""><p>Fin</p>`
    expect(splitBody(html)).toEqual([{ html }])
  })

  it('separates a paragraph that is only a link, as an anchor or as plain text', () => {
    const html = `<p>Antes</p><p><a href="${video}" rel="noopener">${video}</a></p><p>Después</p><p>https://youtu.be/dQw4w9WgXcQ</p>`
    expect(splitBody(html)).toEqual([
      { html: '<p>Antes</p>' },
      { embed: findEmbed(video) },
      { html: '<p>Después</p>' },
      { embed: findEmbed(video) },
    ])
  })

  it('keeps links inside quotes and lists', () => {
    const html = `<blockquote><p><a href="${video}">x</a></p></blockquote><ul><li><p>${video}</p></li></ul>`
    expect(splitBody(html)).toEqual([{ html }])
  })
})
