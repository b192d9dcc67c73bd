import './mosaic.css?later'

/** Returns the `sizes` of the picture of a card in a list of the class `mosaic`. */
export function getMosaicSizes(index: number, count: number): string {
  const onTablets = index === 0 && count % 2 === 1 ? '92vw' : '46vw'
  const isWide = count === 1 || (index < 2 && count % 3 === 2)
  return `(min-width: 64rem) ${isWide ? '46vw' : '31vw'}, (min-width: 40rem) ${onTablets}, 88vw`
}
