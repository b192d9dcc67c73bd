import { splitAtNames } from '../shared/text.ts'

/** A sentence with each name between « and » in `<bdi>`. */
export const Sentence = ({ children }: { children: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts keep their places
  splitAtNames(children).map((part, index) => (index % 2 === 1 ? <bdi key={index}>{part}</bdi> : part))
