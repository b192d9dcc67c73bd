import { type ReactNode, useState } from 'react'
import { Button } from '../../../admin-layout/button.tsx'
import { liveRegion } from '../../../ui/live-region.ts'
import { sharePage } from '../../../ui/share-page.ts'

interface ShareLinkProps {
  title: string
  path: string
  /** Text after the label of the button, for screen readers. */
  children?: ReactNode
}

/** Button that shares the link of a page of the site, and shows the result. */
export function ShareLink({ title, path, children }: ShareLinkProps) {
  const [result, setResult] = useState('')
  return (
    <>
      <Button onClick={() => void sharePage(title, path).then(setResult)}>Compartir{children}</Button>
      <span className="share-said" {...liveRegion}>
        {result}
      </span>
    </>
  )
}
