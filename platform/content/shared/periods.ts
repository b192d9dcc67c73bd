/** The periods that limit a list of nights. A night that was called off did not take place, so it is not past. */
export const periods = ['coming', 'past', 'called-off'] as const

export type Period = (typeof periods)[number]
