/** The recovery codes of a second factor. */

import { useEffect, useRef } from 'react'
import { Button } from '../../admin-layout/button.tsx'
import { Copy, saveFile } from '../../admin-layout/share-actions.tsx'

/** Shows ten recovery codes. The server keeps only their hashes, so they are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const text = `${codes.join('\n')}\n`
  const warning = useRef<HTMLParagraphElement>(null)
  // The codes replace a form that is higher than a phone, and are shown only once.
  useEffect(() => warning.current?.focus(), [])
  return (
    <section className="panel-form" aria-label="Códigos de recuperación">
      <p ref={warning} tabIndex={-1}>
        <strong>Guardá estos códigos ahora: no se vuelven a mostrar.</strong> Si perdés la app, cada uno te
        deja entrar una vez.
      </p>
      <ol className="codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="panel-actions">
        <Copy text={text} label="Copiar" />
        <Button
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'codigos-de-recuperacion.txt')}
        >
          Descargar
        </Button>
        <Button kind="strong" onClick={onDone}>
          Ya los guardé
        </Button>
      </div>
    </section>
  )
}
