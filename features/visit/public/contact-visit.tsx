/** "Antes de venir" on /contact. */
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { hasVisitValues, VisitSection } from './visit-section.tsx'

export async function load(reader: Reader) {
  const { visit } = await reader.settings()
  return hasVisitValues(visit) ? {} : null
}

export default function ContactVisit() {
  return <VisitSection />
}
