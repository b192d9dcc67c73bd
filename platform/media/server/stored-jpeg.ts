import { MEDIA_PATH, type Picture } from '../../content/shared/fields.ts'
import { fileName } from './variants.ts'

/** The name in the media store of a picture's smallest JPEG that is at least this wide. @param least px */
export const storedJpeg = ({ base, widths, width }: Picture, least: number): string =>
  fileName(base.slice(MEDIA_PATH.length), widths.find((each) => each >= least) ?? width, 'jpg')
