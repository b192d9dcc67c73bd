import './preview.css'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { lazyPart } from '../../../../admin-layout/lazy-part.tsx'
import { moduleName } from '../../../../api/client/load-chunk.ts'
import { listImageFields } from '../../../shared/fields.ts'
import { useEditor } from '../editor/editor-context.ts'
import { toComparableText } from '../field-values.ts'
import { flattenValues, getStoredPicture, type ItemValues } from '../item-values.ts'

/** The props of a resource's preview page. */
export interface PreviewedItem {
  /** Form values by field. A picture is an address, or blank. */
  values: Record<string, string | null>
}

type PreviewModule = { default: ComponentType<PreviewedItem> }

const modules = import.meta.glob<PreviewModule>('/features/*/admin/*.preview.tsx')

/**
 * The preview pages of resources whose page can be shown before the item is saved. They are in
 * `features/<feature>/admin/<resource>.preview.tsx`.
 */
const pages: Record<string, ReturnType<typeof lazyPart<PreviewedItem>> | undefined> = Object.fromEntries(
  Object.entries(modules).map(([file, load]) => [
    moduleName(file, '.preview.tsx'),
    lazyPart<PreviewedItem>(
      'preview',
      async () => (await load()).default,
      () => <p className="admin-waiting">Armando la vista previa…</p>,
    ),
  ]),
)

export function Preview() {
  const { declaration, item } = useEditor()
  const { getValues } = useFormContext<ItemValues>()
  const [values, setValues] = useState<PreviewedItem['values'] | null>(null)
  const Page = pages[declaration.name]
  if (!Page) return null
  const look = () => {
    const held = getValues()
    const pictures = listImageFields(declaration).map((name) => [
      name,
      held[name] || getStoredPicture(item, name),
    ])
    const texts = Object.entries(flattenValues(held)).map(([name, value]) => [name, toComparableText(value)])
    setValues({ ...Object.fromEntries(texts), ...Object.fromEntries(pictures) })
  }
  return (
    <>
      <button type="button" className="button" onClick={look}>
        Vista previa
      </button>
      {values && (
        <PreviewDialog onClose={() => setValues(null)}>
          <Page values={values} />
        </PreviewDialog>
      )}
    </>
  )
}

/** A dialog over the whole screen, outside of the element with the back office's styles. */
function PreviewDialog({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return createPortal(
    <dialog
      ref={dialog}
      className="preview"
      aria-label="Vista previa"
      onClose={onClose}
      // React events bubble through a portal, so without this line a form in the preview would submit the item's form.
      onSubmit={(event) => event.stopPropagation()}
    >
      <div className="preview-bar">
        <p>Vista previa: todavía no se guardó.</p>
        <button type="button" className="preview-close" onClick={() => dialog.current?.close()}>
          Cerrar
        </button>
      </div>
      {children}
    </dialog>,
    document.body,
  )
}
