import { describe, expect, it } from 'vitest'
import { findEmbed, splitBody } from './embeds.ts'

const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

describe('embedOf', () => {
  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;pp=x',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?si=x',
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
    'https://www.youtube.com/embed/videoseries',
    'https://www.youtube.com/embed/live_stream?channel=UCabcdefghijklmnopqrstuv',
    'https://www.youtube.com/playlist?list=WL',
    'https://www.youtube.com/playlist?list=PLabcdef%22onload',
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

const YOUTUBE = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'

describe('the start of a recording', () => {
  it.each([
    'https://youtu.be/dQw4w9WgXcQ?t=90',
    'https://youtu.be/dQw4w9WgXcQ?si=a&amp;t=90s',
    'https://youtu.be/dQw4w9WgXcQ?t=1m30s',
    'https://youtu.be/dQw4w9WgXcQ#t=1m30s',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=1m30s',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&start=90',
    'https://www.youtube.com/watch?time_continue=90&v=dQw4w9WgXcQ&feature=emb_logo',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=90',
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ#at=90',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1%3A30',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ?t=90',
    'https://www.youtube.com/live/dQw4w9WgXcQ?si=a&t=90',
    'https://www.youtube.com/embed/dQw4w9WgXcQ?start=90&end=120',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90',
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ&t=90',
    'https://youtu.be/dQw4w9WgXcQ?t=x&start=90',
  ])('plays %s from 1:30', (url) => {
    expect(findEmbed(url)).toEqual({
      player: 'YouTube',
      url: `${video}&t=90s`,
      frame: `${YOUTUBE}&start=90`,
    })
  })

  it.each([
    ['0', 0],
    ['1h2m3s', 3723],
    ['1H', 3600],
    ['12.5s', 12],
    ['1:02:03', 3723],
    ['90:30', 5430],
    ['86400', 86_400],
  ])('reads t=%s', (value, seconds) => {
    expect(findEmbed(`https://youtu.be/dQw4w9WgXcQ?t=${value}`)?.frame).toBe(
      seconds ? `${YOUTUBE}&start=${seconds}` : YOUTUBE,
    )
  })

  it.each([
    '',
    '-5',
    '1e9',
    '86401',
    '99999999999',
    '1:99',
    's',
    'h',
    '90&autoplay',
    '9%200',
    '%22',
    'NaN',
    '٩',
  ])('drops t=%j', (value) => {
    expect(findEmbed(`https://youtu.be/dQw4w9WgXcQ?t=${encodeURIComponent(value)}`)).toEqual(findEmbed(video))
  })

  it.each(['#t=1:30', '#t=1%3A30', '#t=90', '#t=1m30s', '?si=a&utm_source=clipboard#t=1%3A30', '?t=90'])(
    'plays a recording of SoundCloud with %s from 1:30',
    (end) => {
      expect(findEmbed(`https://soundcloud.com/artista/una-hora${end}`)).toEqual({
        player: 'SoundCloud',
        url: 'https://soundcloud.com/artista/una-hora#t=1:30',
        frame:
          'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fartista%2Funa-hora%23t%3D1%3A30&auto_play=true',
      })
    },
  )

  it('keeps hours of SoundCloud, and an address that it wrote itself', () => {
    const url = findEmbed('https://soundcloud.com/artista/una-hora#t=1h2m3s')?.url ?? ''
    expect(url).toBe('https://soundcloud.com/artista/una-hora#t=1:02:03')
    expect(findEmbed(url)?.url).toBe(url)
  })

  it('plays an episode of Spotify from its start, and a track from the beginning', () => {
    const id = '4rOoJ6Egrf8K2IrywzwOMk'
    expect(findEmbed(`https://open.spotify.com/episode/${id}?si=1&t=90`)).toEqual({
      player: 'Spotify',
      url: `https://open.spotify.com/episode/${id}?t=90`,
      frame: `https://open.spotify.com/embed/episode/${id}?t=90`,
    })
    expect(findEmbed(`https://open.spotify.com/track/${id}?t=90`)?.frame).toBe(
      `https://open.spotify.com/embed/track/${id}`,
    )
  })
})

describe('playlists of YouTube', () => {
  const list = 'PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf'
  const series = `https://www.youtube-nocookie.com/embed/videoseries?autoplay=1&list=${list}`

  it.each([
    `https://www.youtube.com/playlist?list=${list}&si=a`,
    `https://music.youtube.com/playlist?list=${list}`,
    `https://www.youtube.com/embed/videoseries?si=a&amp;list=${list}`,
    `https://www.youtube-nocookie.com/embed/videoseries?list=${list}`,
  ])('plays %s', (url) => {
    expect(findEmbed(url)).toEqual({
      player: 'YouTube',
      url: `https://www.youtube.com/playlist?list=${list}`,
      frame: series,
    })
  })

  it.each([
    `https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=${list}&index=3&t=90s`,
    `https://youtu.be/dQw4w9WgXcQ?list=${list}&t=90`,
  ])('plays the video of %s, then its playlist', (url) => {
    expect(findEmbed(url)).toEqual({
      player: 'YouTube',
      url: `${video}&list=${list}&t=90s`,
      frame: `${YOUTUBE}&list=${list}&start=90`,
    })
  })

  it.each(['WL', 'LL', 'RDdQw4w9WgXcQ', 'PL"x', `PL${'x'.repeat(100)}`])(
    'plays only the video of list=%s',
    (other) => {
      expect(findEmbed(`${video}&list=${encodeURIComponent(other)}&start_radio=1`)).toEqual(findEmbed(video))
    },
  )
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

  it('names a player after the words of its link, not after an address', () => {
    const link = (words: string) => `<p><a href="${video}">${words}</a></p>`
    expect(splitBody(link('Ñandú &amp; Gris en vivo'))).toEqual([
      { embed: findEmbed(video), name: 'Ñandú & Gris en vivo' },
    ])
    expect(splitBody(link('<span lang="en">All night long</span>'))).toEqual([
      { embed: findEmbed(video), name: 'All night long' },
    ])
    for (const words of [video, 'youtube.com/watch?v=x', 'www.youtube.com', ''])
      expect(splitBody(link(words))).toEqual([{ embed: findEmbed(video) }])
  })

  it('keeps links inside quotes and lists', () => {
    const html = `<blockquote><p><a href="${video}">x</a></p></blockquote><ul><li><p>${video}</p></li></ul>`
    expect(splitBody(html)).toEqual([{ html }])
  })
})
