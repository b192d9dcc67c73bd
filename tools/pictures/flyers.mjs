/**
 * Creates every picture of the demo content in club/demo/pictures. flyers-press.mjs prints flyers and sleeves from the drawings
 * in flyers-posters.mjs. flyers-scenes.mjs creates photographs and flyers-portraits.mjs portraits, both with flyers-film.mjs.
 *
 *   node tools/pictures/flyers.mjs              creates all pictures
 *   node tools/pictures/flyers.mjs event-128 …  creates only pictures whose name starts with one of the arguments
 *
 * Needs Node 24, because it imports club.ts, and the browser that Playwright installs, or another one in CHROMIUM.
 * All noise is seeded, so every run creates the same pictures.
 */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { develop } from './flyers-film.mjs'
import { portraits } from './flyers-portraits.mjs'
import { flyers, sleeves } from './flyers-posters.mjs'
import { openPress } from './flyers-press.mjs'
import { photographs } from './flyers-scenes.mjs'

const folder =
  process.env.PICTURES_OUT ?? fileURLToPath(new URL('../../club/demo/pictures/', import.meta.url))
const asked = process.argv.slice(2)
const wanted = (name) => asked.length === 0 || asked.some((start) => name.startsWith(start))

await mkdir(folder, { recursive: true })

async function save(picture, name, quality) {
  const { size } = await picture
    .webp({ quality, effort: 6, smartSubsample: true })
    .toFile(`${folder}/${name}.webp`)
  console.log(`${name}.webp  ${Math.round(size / 1024)} kB`)
}

const press = await openPress({ executablePath: process.env.CHROMIUM || undefined })
for (const [name, draw] of Object.entries(flyers)) {
  if (!wanted(name)) continue
  await save(await press.print(draw(false), 1600), name, 76)
  // The poster is printed at twice the size and then reduced, so that the grain stays fine.
  const small = await press.print(draw(true), 1000)
  await save(small.resize(500, 500), `${name}-grid`, 78)
}
for (const [name, draw] of Object.entries(sleeves)) {
  if (wanted(name)) await save(await press.print(draw(), 1000), name, 76)
}
await press.close()

for (const [name, take] of Object.entries(photographs)) {
  if (!wanted(name)) continue
  const { light, print } = await take()
  await save(develop(light, print), name, 72)
}
for (const [name, sit] of Object.entries(portraits)) {
  if (wanted(name)) await save(await sit(), name, 72)
}
