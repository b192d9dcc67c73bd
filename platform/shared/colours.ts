/** Colours as `#rrggbb`, and their contrast as WCAG 2.x has it. */

/** The background of the site and the colours on it (platform/ui/tokens.css). */
export const INK = '#0b0b0c'
export const BONE = '#f2efe9'

/** Of running text on its ground (WCAG 1.4.3). */
export const TEXT_CONTRAST_MIN = 4.5
/** Of a sign or a line that says something (WCAG 1.4.11). */
export const GRAPHICS_CONTRAST_MIN = 3

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Linear light of a channel, 0 to 1. */
const toLinearLight = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

function luminance(colour: string): number {
  const channel = (at: number) => toLinearLight(Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** From 1 to 21. Both as `isColour` has them. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** As people read it: '4,49' of one that is not quite 4.5. */
export const formatContrast = (ratio: number): string =>
  (Math.floor(ratio * 100) / 100).toLocaleString('es-AR', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
