/** The screens by which one gets in: they look like the site, and React runs them in the browser. */
import { useEffect } from 'react'
import { TYPE_KEY } from '../../site-layout/browser/root-state.ts'
import { store } from '../../site-layout/browser/storage.ts'
import Shell from '../../site-layout/shell.tsx'

export default function AccountLayout() {
  useEffect(() => {
    document.fonts.ready.then(() => {
      if (document.fonts.check('1em "Archivo Variable"')) store(TYPE_KEY, 'here')
    })
  }, [])
  return <Shell />
}
