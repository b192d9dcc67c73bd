import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Step } from '../../../../admin-layout/paths.ts'
import { cameFrom, cameFromScreen } from '../../../../auth/client/session.ts'
import type { Declaration } from '../../../shared/fields.ts'

/** Where one goes from a form. */
export interface Leads {
  /** Once it is saved. */
  saved: string
  /** Without saving. */
  out: Step
  /** What the button says that saves. */
  label?: string
}

/**
 * To the page of the site that one came from, else to the screen of the back office, else to the menu. A new item leads to
 * the menu, which tells of it.
 */
export function useLeads({ menu }: Declaration['admin'], isNew: boolean): Leads {
  const [search] = useSearchParams()
  const location = useLocation()
  const [screen] = useState(() => cameFromScreen(location.state))
  const page = cameFrom(search)
  if (page !== null) return { saved: page, out: { to: page, label: 'Volver a la página' } }
  const back = screen ?? menu
  return { saved: isNew ? menu : back, out: { to: back, label: 'Volver' } }
}
