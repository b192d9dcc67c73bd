/** Shows the page of a settings group beside its form. */
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { adminApi } from '../../admin-layout/admin-api.ts'
import { useEditedItem } from '../../content/admin/form/editor/editor-context.ts'
import type { ItemValues } from '../../content/admin/form/item-values.ts'
import { pasteCoordinates, splitCoordinates } from '../../content/admin/form/paste-coordinates.ts'
import { PageBeside } from '../../content/admin/form/preview/page-beside.tsx'
import type { RequestPage } from '../../content/admin/form/preview/use-page-preview.ts'
import type { SettingsName } from '../shared/settings-names.ts'
import { createPreviewBody } from './settings-form.ts'

export function SettingsPreview({ name, children }: { name: SettingsName; children: ReactNode }) {
  const { declaration, base, timeZone } = useEditedItem()
  const editor = { declaration, timeZone, form: useFormContext<ItemValues>() }
  const request: RequestPage = (values, signal) => {
    const { body, pictures } = createPreviewBody(name, values ?? base, base, timeZone)
    return { answer: adminApi.post(`/site/${name}/preview`, { body, signal, reads: 'text' }), pictures }
  }
  return (
    <PageBeside request={request} label="El grupo y su página">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handlers read what was typed into the fields inside */}
      <div
        style={{ display: 'contents' }}
        onPaste={(event) => pasteCoordinates(event, editor)}
        onBlur={(event) => splitCoordinates(event, editor)}
      >
        {children}
      </div>
    </PageBeside>
  )
}
