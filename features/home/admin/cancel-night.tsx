/** Cancels the next night from the home. It can be undone until the screen is left. */
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Bar } from '../../../platform/content/admin/form/action-bar.tsx'
import { CancelNight } from '../../../platform/content/admin/item/cancel-night.tsx'
import { useUndo } from '../../../platform/content/admin/item/undo.tsx'
import { declarationOf } from '../../../platform/content/shared/resources.ts'
import type { NextNight } from '../shared/overview.ts'

const declaration = { ...declarationOf('events'), name: 'events' as const }

interface CancelProps {
  night: NextNight
  /** Called when no change can be undone any more. */
  onEnd(): void
}

export default function ConfirmCancelNight({ night, onEnd }: CancelProps) {
  const { revalidate } = useRevalidator()
  const [isAsking, setAsking] = useState(true)
  /** A ref, because the dialog closes before the next rendering. */
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
