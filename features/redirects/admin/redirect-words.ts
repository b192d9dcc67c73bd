const NUMBER = new Intl.NumberFormat('es-AR')

/** Formats a number of things: '1 dirección', '1.200 direcciones'. */
export const formatCount = (count: number, one: string, many: string): string =>
  `${NUMBER.format(count)} ${count === 1 ? one : many}`
