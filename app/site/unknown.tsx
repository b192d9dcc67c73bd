/** Any path that is no page (specification §2). */
import { redirect } from 'react-router'

export const loader = () => redirect('/404')
export const clientLoader = loader

export default function Unknown() {
  return null
}
