/** Button that shares an item: its share image set, or the link of its page. */

import { type ReactNode, useState } from 'react'
import { Button } from '../../../admin-layout/button.tsx'
import { lazyPart } from '../../../admin-layout/lazy-part.tsx'
import { getPublicationState, type Publication } from '../../shared/publication.ts'
import type { ResourceName } from '../../shared/resources.ts'
import { hasShareSet } from '../../shared/share-set-resources.ts'
import { ShareLink } from './share-link.tsx'

export const ShareSetDialog = lazyPart('compartir', async () => (await import('./share-set.tsx')).ShareSet)

interface ShareItemProps {
  resource: ResourceName
  item: Publication & { _id: string }
  name: string
  /** Path of the item's public page. */
  page: string
  /** Text after the label of the button, for screen readers. */
  children?: ReactNode
}

export function ShareItem({ resource, item, name, page, children }: ShareItemProps) {
  const [isOpen, setOpen] = useState(false)
  if (!hasShareSet(resource))
    return getPublicationState(item, Date.now()) === 'published' ? (
      <ShareLink title={name} path={page}>
        {children}
      </ShareLink>
    ) : null
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Compartir{children}
      </Button>
      {isOpen && <ShareSetDialog resource={resource} id={item._id} onClose={() => setOpen(false)} />}
    </>
  )
}
