/** Exports data from the back office: to the clipboard, or as a file. */

import { useState } from 'react'
import { liveRegion } from '../ui/live-region.ts'
import { Button } from './button.tsx'

interface CopyProps {
  text: string
  label: string
}

/** True when the browser has a clipboard. Browsers offer it only on https and on localhost. */
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
      <Button onClick={() => void copy()}>{isCopied ? 'Copiado' : label}</Button>
      <span className="unseen" {...liveRegion}>
        {isCopied ? 'Copiado' : ''}
      </span>
    </>
  )
}

/** Delay before the blob URL is revoked; browsers have written the file by then. ms */
const SAVED_MS = 60_000

/** Lets the browser download a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED_MS)
}

/**
 * Creates a CSV file from an answer that was read as text. Browsers remove the byte order mark of such a text, but
 * spreadsheets need it to detect UTF-8.
 */
export const createCsvFile = (table: string): Blob => new Blob(['\ufeff', table], { type: 'text/csv' })
