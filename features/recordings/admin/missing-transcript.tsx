import { useWatch } from 'react-hook-form'
import type { ItemValues } from '../../../platform/content/admin/form/item-values.ts'
import { Warning } from '../../../platform/forms/warning.tsx'

const WORDS =
  'Falta la transcripción: está más abajo. Sin ella, quienes no oyen se pierden la charla. Podés publicar igual y escribirla después.'

/** Warns that a talk has no transcript (WCAG 1.2.1). */
export default function MissingTranscript() {
  const [sound, transcript] = useWatch<ItemValues>({ name: ['sound', 'transcript'] })
  return <Warning words={sound === 'talk' && !transcript ? WORDS : ''} />
}
