export const INK = '#0b0b0c'
export const BONE = '#f2efe9'
export const SIGNAL = '#ff2e1f'
