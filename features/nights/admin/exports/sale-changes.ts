import type { ItemChange } from '../../../../platform/content/admin/item/item-action.ts'
import { endCurrentPhase, resumeNight, setOffersAvailability } from './night-changes.ts'

/**
 * Returns the change that passes to the next phase of the sale.
 * @param phase name of the phase that follows
 * @param now ms since 1970
 */
export const passToNextPhase = (phase: string, now: number, timeZone: string): ItemChange => ({
  create: endCurrentPhase(now, timeZone),
  said: `Pasaste a «${phase}».`,
  notice: `Ahora se vende «${phase}».`,
})

/** Makes a cancelled or postponed night take place. @param name of the night */
export const resume = (name: string): ItemChange => ({
  create: resumeNight,
  said: `«${name}» se hace igual.`,
  notice: `«${name}» se hace como se anunció.`,
})

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
