/**
 * Dialog of the home screen that cancels the next night. The change can be undone until the administrator leaves the
 * screen.
 */
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Bar } from '../../../platform/content/admin/form/action-bar.tsx'
import { CancelNight } from '../../../platform/content/admin/item/cancel-night.tsx'
import { useUndo } from '../../../platform/content/admin/item/undo.tsx'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import type { NextNight } from '../shared/overview.ts'

const declaration = { ...getDeclaration('events'), name: 'events' as const }

interface CancelProps {
  night: NextNight
  /** Called when the change can no longer be undone. */
  onEnd(): void
}

export default function ConfirmCancelNight({ night, onEnd }: CancelProps) {
  const { revalidate } = useRevalidator()
  const [isAsking, setAsking] = useState(true)
  /** This is a ref and not a state, because the dialog closes before the next rendering. */
  const isDone = useRef(false)
  const undo = useUndo({
    ms: declaration.noticeMs,
    onUndone: async () => {
      await revalidate()
      onEnd()
    },
  })
  return (
    <>
      {undo.rows && <Bar>{undo.rows}</Bar>}
      {isAsking && (
        <CancelNight
          declaration={declaration}
          item={{ ...night, createdAt: '', updatedAt: '', images: {}, alt: {} }}
          onChanged={(undoable) => {
            isDone.current = true
            undo.offer(undoable)
            void revalidate()
          }}
          onClose={() => {
            setAsking(false)
            if (!isDone.current) onEnd()
          }}
        />
      )}
    </>
  )
}
