import type { ItemChange } from '../../../../platform/content/admin/item/item-action.ts'
import { setOffersAvailability } from './night-changes.ts'

/** @param name of the night */
export const sellOut = (name: string): ItemChange => ({
  create: setOffersAvailability('soldout'),
  said: `Marcaste «${name}» como agotada.`,
  notice: `«${name}» está agotada.`,
})

/** @param name of the night */
export const sellAgain = (name: string): ItemChange => ({
  create: setOffersAvailability('available'),
  said: `Pusiste a la venta «${name}».`,
  notice: `«${name}» tiene entradas.`,
})
