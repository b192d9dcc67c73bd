import { Menu } from '../../../app/admin/layout/menu.tsx'
import { ourClubResources } from '../../../app/admin/paths.ts'

const entries = ourClubResources.map(({ admin, words }) => ({ to: admin.menu, label: words.many }))

export default function OurClubMenu() {
  return <Menu title="Nuestro Club" entries={entries} />
}
