/** Whether what one points with is a finger: nothing is dropped then, and a keyboard covers half of the screen. */
export const isTouched = (): boolean => 'matchMedia' in globalThis && matchMedia('(pointer: coarse)').matches
