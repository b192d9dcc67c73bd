/** Plays the files of test/support/sound-variants.ts in an audio element, as the site does. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { audioTypes } from '../../platform/media/shared/audio.ts'
import { applyEdits, type ReadAt } from '../../platform/media/worker/file-edits.ts'
import { judgeAudio } from '../../platform/media/worker/judge-audio.ts'
import { soundVariants } from '../support/sound-variants.ts'
import type { Tab } from './tab.ts'

/** Number of files that play at once. */
const AT_ONCE = 6
/** Time limit of a file. Files that still play then have a wrong duration, or more than 12 s of sound. ms */
const FILE_MS = 12_000
/** Time limit of a file whose end does not matter, so that a slow machine does not look like a browser that plays nothing. ms */
const SAMPLE_FILE_MS = 40_000

/** WebKitGTK sometimes crashes while it plays faster. */
const PLAYBACK_RATES = { chromium: 4, firefox: 4, webkit: 1 }

/** Time at the end of each file, or at the time limit. null: the browser does not play it. s */
export type Playback = Record<string, number | null>

type Build = (name: string) => Promise<Buffer>

const buildSent: Build = async (name) => (soundVariants[name] as () => Buffer)()

/** Builds the file that visitors get: without metadata and large covers. A refused file stays as it is. */
async function buildStored(name: string): Promise<Buffer> {
  const file = await buildSent(name)
  const read: ReadAt = async (at, length) => Buffer.from(file.subarray(at, at + length))
  const judged = await judgeAudio(read, file.byteLength)
  if (!judged.ok) return file
  const blocks: Uint8Array[] = []
  for await (const block of applyEdits(read, file.byteLength, judged.audio.edits)) blocks.push(block)
  return Buffer.concat(blocks)
}

/** Serves an empty page, and each file by its number with the media type and headers of the site. */
async function serveSounds(names: string[], build: Build) {
  const server = createServer(async (request, response) => {
    const name = names[Number(request.url?.slice(1) || 'NaN')]
    if (name === undefined) return response.setHeader('Content-Type', 'text/html').end('<!doctype html>')
    const bytes = await build(name)
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const start = Number(from ?? 0)
    const end = to ? Math.min(Number(to) + 1, bytes.byteLength) : bytes.byteLength
    response.writeHead(from === undefined ? 200 : 206, {
      'Content-Type': audioTypes[name.startsWith('m4a') ? 'm4a' : 'mp3'],
      'Content-Length': end - start,
      'Accept-Ranges': 'bytes',
      'X-Content-Type-Options': 'nosniff',
      ...(from !== undefined && { 'Content-Range': `bytes ${start}-${end - 1}/${bytes.byteLength}` }),
    })
    return response.end(bytes.subarray(start, end))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Plays files at once. Runs in the page, and leaves the results in `window.results`. */
function playInPage(numbers: number[], limitMs: number, playbackRate: number): void {
  const results: Record<number, number | null> = {}
  Object.assign(window, { results })
  const play = (number: number) =>
    new Promise<number | null>((resolve) => {
      const audio = new Audio(`/${number}`)
      const end = (seconds: number | null) => {
        audio.removeAttribute('src')
        resolve(seconds)
      }
      audio.muted = true
      audio.onended = () => end(audio.currentTime)
      audio.onerror = () => end(null)
      audio.onloadedmetadata = () => {
        if (playbackRate !== 1) audio.playbackRate = playbackRate
      }
      audio.play().catch(() => end(null))
      setTimeout(() => end(audio.currentTime), limitMs)
    })
  for (const number of numbers)
    void play(number).then((seconds) => {
      results[number] = seconds === 0 ? null : seconds
    })
}

/** Gives a page of Playwright the calls of a tab that `playSounds` uses. */
export const wrapPage = (page: Page): Pick<Tab, 'open' | 'evaluate'> => ({
  open: async (address) => {
    await page.goto(address)
  },
  evaluate: (script) => page.evaluate(`(() => { ${script} })()`),
})

interface PlayOptions {
  build?: Build
  /** Time limit of a file. ms */
  limitMs?: number
}

/** Plays files of `soundVariants`. */
export async function playSounds(
  tab: Pick<Tab, 'open' | 'evaluate'>,
  names: string[],
  engine: keyof typeof PLAYBACK_RATES,
  { build = buildSent, limitMs = FILE_MS }: PlayOptions = {},
): Promise<Playback> {
  const { url, close } = await serveSounds(names, build)
  const played: Playback = {}
  try {
    for (let from = 0; from < names.length; from += AT_ONCE) {
      const numbers = names.slice(from, from + AT_ONCE).map((_, index) => from + index)
      await tab.open(url)
      await tab.evaluate(
        `(${playInPage})(${JSON.stringify(numbers)}, ${limitMs}, ${PLAYBACK_RATES[engine]}); return true`,
      )
      const results = await readResults(tab, numbers.length)
      for (const number of numbers) played[names[number] as string] = results[number] ?? null
    }
  } finally {
    close()
  }
  return played
}

async function readResults(
  tab: Pick<Tab, 'evaluate'>,
  count: number,
): Promise<Record<number, number | null>> {
  for (;;) {
    const json = await tab.evaluate<string>('return JSON.stringify(window.results)')
    const results = JSON.parse(json) as Record<number, number | null>
    if (Object.keys(results).length === count) return results
    await sleep(100)
  }
}

/** Short files of different kinds, for each run of the tests. record-sound-playback.ts plays all. */
const SAMPLE = [
  'mp3: plain',
  'mp3: two tags',
  'mp3: 215 zeros first',
  'mp3: starts inside a frame',
  'mp3: MPEG 2',
  'mp3: free format',
  'm4a: plain',
  'm4a: QuickTime',
  'm4a: in parts',
  'm4a: index missing',
  'm4a: JPEG pictures of chapters',
  'm4a: MP3 in MP4',
  'm4a: cover of 17 MB, index first',
  'm4a: FLAC',
]

/**
 * Plays a sample of the files as visitors get them, and compares with the recorded table. A browser without the codec of a format is not compared:
 * Debian's Firefox and WebKit need further packages for AAC.
 * @returns the names of the files that play now and did not, or do not play now and did
 */
export async function findChangedSounds(
  tab: Pick<Tab, 'open' | 'evaluate'>,
  engine: keyof typeof PLAYBACK_RATES,
  table: Record<string, { played: Playback }>,
): Promise<string[]> {
  const played = await playSounds(tab, SAMPLE, engine, { build: buildStored, limitMs: SAMPLE_FILE_MS })
  const isComparable = (name: string) => played[`${name.slice(0, 3)}: plain`] !== null
  return SAMPLE.filter(isComparable).filter(
    (name) => (played[name] === null) !== (table[name]?.played[engine] === null),
  )
}
