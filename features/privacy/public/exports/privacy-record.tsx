import type { PersonalRecord } from '../../../../platform/settings/shared/club-types.ts'

/** One kind of personal data that the site keeps. Features add theirs as sections of the page. */
export const PrivacyRecord = ({ what, why, until }: PersonalRecord) => (
  <li className="record grid">
    <h3 className="record-what">{what}</h3>
    <p className="record-why">{why}</p>
    <p className="record-until mono">{until}</p>
  </li>
)
