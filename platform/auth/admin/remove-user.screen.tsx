import { useLoaderData } from 'react-router'
import { Heading } from '../../admin-layout/screen-parts.tsx'
import { loadUsers, UserList } from './user-list.tsx'

export const clientLoader = loadUsers

export default function RemoveUsers() {
  const answer = useLoaderData<typeof clientLoader>()
  return (
    <div className="screen">
      <Heading>Borrar usuarios</Heading>
      <UserList answer={answer} />
    </div>
  )
}
