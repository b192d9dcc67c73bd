/** "Anotate en la lista" on the page of a night. */
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { SectionTitle } from '../../../platform/site-layout/components/section-head.tsx'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import type { NightInput } from '../../page-manifest.ts'
import { readOpenList, readRetentionDays } from './guest-services.ts'
import { guestTexts } from './guest-texts.ts'
import { SignUpSection } from './sign-up-section.tsx'

/** Nights that are over, cancelled, or postponed without a new date have no section. */
export async function load(reader: Reader, { night, isOver }: NightInput) {
  if (isOver || night.status === 'cancelled' || night.status === 'postponed') return null
  const list = await readOpenList(reader, night._id)
  return list && { night: night._id, list, keptDays: await readRetentionDays(reader) }
}

type Data = NonNullable<Awaited<ReturnType<typeof load>>>

export default function NightSignUp({ data }: { data: Data }) {
  return <SignUpSection {...data} heading={<SectionTitle>{guestTexts[useLanguage()].title}</SectionTitle>} />
}
