import { useState } from 'react'

interface CopyProps {
  text: string
  label: string
}

/** Browsers lend the clipboard to pages under https only, and to those of the machine itself. */
const canCopy = () => navigator.clipboard !== undefined

export function Copy({ text, label }: CopyProps) {
  const [isCopied, setCopied] = useState(false)
  if (!canCopy()) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <button type="button" className="button" onClick={() => void copy()}>
        {isCopied ? 'Copiado' : label}
      </button>
      <span className="unseen" role="status">
        {isCopied ? 'Copiado' : ''}
      </span>
    </>
  )
}
