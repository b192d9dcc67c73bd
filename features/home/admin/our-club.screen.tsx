import { ourClubResources } from '../../../platform/admin-layout/paths.ts'
import { Menu } from '../../../platform/admin-layout/screen-parts.tsx'

const entries = ourClubResources.map(({ admin, words }) => ({ to: admin.menu, label: words.many }))

export default function OurClubMenu() {
  return <Menu title="Nuestro Club" entries={entries} />
}
