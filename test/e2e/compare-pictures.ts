import sharp from 'sharp'

/**
 * Returns the share of pixels in which two PNG pictures differ. 1 when their sizes differ.
 * @param step difference of a colour channel that counts, of 255
 */
export async function computeDifferentShare(one: Buffer, other: Buffer, step: number): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer()))
  if (!a || a.byteLength !== b?.byteLength) return 1
  let different = 0
  for (let at = 0; at < a.byteLength; at += 3)
    if ([0, 1, 2].some((channel) => Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0)) > step))
      different++
  return different / (a.byteLength / 3)
}
