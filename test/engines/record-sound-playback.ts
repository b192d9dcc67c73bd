/**
 * Plays all files of test/support/sound-variants.ts in Chromium, Firefox and WebKit, and writes test/support/sound-playback.json:
 *   node test/engines/record-sound-playback.ts
 * It takes five minutes. Needs the three browsers with their codecs (Debian's `libavcodec` and `gstreamer1.0-libav`), and ffmpeg
 * on the PATH, which decodes the files to find their length.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { soundVariants } from '../support/sound-variants.ts'
import { startBlockingProxy } from './blocking-proxy.ts'
import { findFirefox, openFirefox } from './firefox.ts'
import { type Playback, playSounds, wrapPage } from './sound-playback.ts'
import { findWebKit, openWebKit } from './webkit.ts'

const names = Object.keys(soundVariants)

async function playInChromium() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' })
  const played = await playSounds(wrapPage(await browser.newPage()), names, 'chromium')
  await browser.close()
  return played
}

async function playInEngine(name: 'firefox' | 'webkit', proxyPort: number) {
  const [firefox, webkit] = [findFirefox(), findWebKit()]
  const engine =
    name === 'firefox'
      ? firefox && (await openFirefox(firefox, proxyPort))
      : webkit && (await openWebKit(webkit, proxyPort))
  if (!engine) throw new Error(`This machine has no ${name}`)
  const tab = await engine.newTab('http://127.0.0.1')
  const played = await playSounds(tab, names, name)
  await tab.close()
  await engine.close()
  return played
}

/** Decodes a file with ffmpeg, and returns the length of the sound. null without sound. s */
function measureLength(name: string): number | null {
  const folder = mkdtempSync(join(tmpdir(), 'pulso-sound-'))
  const path = join(folder, 'sound')
  writeFileSync(path, (soundVariants[name] as () => Buffer)())
  const raw = ['-f', 's16le', '-ac', '1', '-ar', '8000', '-']
  const { stdout } = spawnSync('ffmpeg', ['-v', 'quiet', '-i', path, '-vn', ...raw], {
    maxBuffer: 64 * 1024 * 1024,
  })
  rmSync(folder, { recursive: true })
  return stdout.byteLength === 0 ? null : stdout.byteLength / 16_000
}

const round = (seconds: number | null) => seconds && Math.round(seconds * 100) / 100

const proxy = await startBlockingProxy()
const engines: Record<string, Playback> = {
  chromium: await playInChromium(),
  firefox: await playInEngine('firefox', proxy.port),
  webkit: await playInEngine('webkit', proxy.port),
}
await proxy.close()
const table = names.map((name) => {
  const played = Object.entries(engines).map(
    ([engine, seconds]) => `"${engine}": ${round(seconds[name] ?? null)}`,
  )
  return `  ${JSON.stringify(name)}: { "length": ${round(measureLength(name))}, "played": { ${played.join(', ')} } }`
})
writeFileSync(new URL('../support/sound-playback.json', import.meta.url), `{\n${table.join(',\n')}\n}\n`)
