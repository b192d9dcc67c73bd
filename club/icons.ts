/** Icons of the site. tools/pictures/icons.mjs creates the files. */
import appleTouchIcon from './pictures/icons/apple-touch-icon.png'
import faviconIco from './pictures/icons/favicon.ico'
import faviconSvg from './pictures/icons/favicon.svg'
import icon192 from './pictures/icons/icon-192.png'
import icon512 from './pictures/icons/icon-512.png'
import iconMaskable from './pictures/icons/icon-maskable-512.png'

export const icons = {
  svg: faviconSvg,
  ico: faviconIco,
  appleTouch: appleTouchIcon,
  png192: icon192,
  png512: icon512,
  maskable512: iconMaskable,
} as const
