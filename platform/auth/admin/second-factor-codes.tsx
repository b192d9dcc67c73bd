/** The QR code for the setup of a second factor, and the recovery codes. */

import { useMemo } from 'react'
import { encode } from 'uqr'
import { Button } from '../../admin-layout/button.tsx'
import { Copy, saveFile } from '../../admin-layout/share-actions.tsx'

/** Width of the white border around the code, in modules. QR readers need four (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** Draws a QR code. It is dark on light in every theme, because many readers need that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { border: QUIET_ZONE })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size, path: dark.join('') }
  }, [text])
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** Shows ten recovery codes. The server keeps only their hashes, so they are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <section className="panel-form" aria-label="Códigos de recuperación">
      <p>
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
