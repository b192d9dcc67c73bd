import type { ReactNode } from 'react'

/** Splits a sentence at its names, which are between « and ». Names have odd indexes. */
const splitAtNames = (sentence: string): string[] => sentence.split(/(?<=«)([^»]*)(?=»)/)

/**
 * A sentence with each name between « and » in `<bdi>`, because a right-to-left name would reorder the text around it.
 * Content that is not a string stays as it is.
 */
export const Sentence = ({ children }: { children: ReactNode }) =>
  typeof children === 'string'
    ? // biome-ignore lint/suspicious/noArrayIndexKey: the parts keep their places
      splitAtNames(children).map((part, index) => (index % 2 === 1 ? <bdi key={index}>{part}</bdi> : part))
    : children
