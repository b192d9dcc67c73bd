/** A code that a person reads aloud, such as "PNNXA". Screen readers get it spelled, because they would read it as a word. */
export const SpelledCode = ({ code }: { code: string }) => (
  <>
    <span aria-hidden="true">{code}</span>
    <span className="unseen">{[...code].join(' ')}</span>
  </>
)
