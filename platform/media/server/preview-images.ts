/** Replaces the picture store while a preview is made, because a preview must not store pictures. */
import type { Picture } from '../../content/shared/entity-parts.ts'
import type { Shape } from '../../content/shared/fields.ts'
import { parseAudioPath } from '../shared/audio.ts'
import { type Images, parseDataUrl, UNKNOWN_IMAGE } from './images.ts'

/**
 * Wraps `images` so that it stores nothing. A new picture is not decoded, and its data URL becomes its address. A picture
 * that is already stored does not get another 24 hours before the sweep may remove it.
 * @param shape new pictures are assumed to have this size
 */
export function createPreviewImages(images: Images, shape: Shape | null): Images {
  const sent = new Map<string, Picture>()
  return {
    ...images,
    async store(dataUrl) {
      const source = parseDataUrl(dataUrl)
      if (!source.ok) return source
      const id = `sent-${sent.size}`
      const { width, height } = shape ?? { width: 1, height: 1 }
      const picture = { src: dataUrl, width, height, base: '', widths: [], formats: [], placeholder: '' }
      sent.set(id, picture)
      return { ok: true, id, picture }
    },
    async reuse(path) {
      const id = images.parsePicturePath(path)
      const picture = id === null ? undefined : (await images.pictures([id])).get(id)
      return id !== null && picture
        ? { ok: true, id, picture }
        : { ok: false, problem: 'invalid-image', message: UNKNOWN_IMAGE }
    },
    async reuseFilm(path) {
      const id = images.parseFilmPath(path)
      return id !== null && (await images.hasFilm(id))
    },
    async reuseAudio(path) {
      const given = parseAudioPath(path)
      return given !== null && (await images.hasAudio(given.id))
    },
    async pictures(ids) {
      const stored = await images.pictures(ids.filter((id) => !sent.has(id)))
      return new Map([...stored, ...sent])
    },
  }
}
