/** Computes with colours `#rrggbb`, and with their contrast ratio as WCAG 2.x defines it. */

/** Background and text colour of the site, as in platform/ui/tokens.css. */
export const INK = '#0b0b0c'
export const BONE = '#f2efe9'

/** Minimum contrast ratio of text (WCAG 1.4.3). */
export const TEXT_CONTRAST_MIN = 4.5
/** Minimum contrast ratio of icons and lines with a meaning (WCAG 1.4.11). */
export const GRAPHICS_CONTRAST_MIN = 3

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Linearises a channel. @param channel an sRGB channel, 0 to 1 @returns its linear light, 0 to 1 */
const toLinearLight = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

function luminance(colour: string): number {
  const channel = (at: number) => toLinearLight(Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** Computes the contrast ratio, 1 to 21. @param one `#rrggbb` @param other `#rrggbb` */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Formats a contrast ratio. It rounds down: 4.499 becomes '4,49', because '4,50' would look sufficient. */
export const formatContrast = (ratio: number): string =>
  (Math.floor(ratio * 100) / 100).toLocaleString('es-AR', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
