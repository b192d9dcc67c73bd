import { useCallback, useEffect, useRef } from 'react'
import { ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import type { Shape } from '../../../shared/fields.ts'
import { getLargestPart, getZoom, type Rectangle, WHOLE, zoomPart } from './picture-file.ts'

export interface CropPanelProps {
  canvas: HTMLCanvasElement
  part: Rectangle
  /** Ratio of the crop. undefined allows any ratio. */
  shape: Shape | undefined
  /** @param settled true when the pointer was released, or a key moved the crop */
  onCrop: (part: Rectangle, settled: boolean) => void
  onTurn: () => void
  onDone: () => void
}

const labels = {
  cropArea: 'Recorte: movelo con las flechas',
  nwDragHandle: 'Esquina superior izquierda: cambiá el tamaño con las flechas',
  nDragHandle: 'Borde superior',
  neDragHandle: 'Esquina superior derecha: cambiá el tamaño con las flechas',
  eDragHandle: 'Borde derecho',
  seDragHandle: 'Esquina inferior derecha: cambiá el tamaño con las flechas',
  sDragHandle: 'Borde inferior',
  swDragHandle: 'Esquina inferior izquierda: cambiá el tamaño con las flechas',
  wDragHandle: 'Borde izquierdo',
}

/** Smallest side of a crop on the screen, so that two thumbs fit. CSS px. */
const MIN_SIDE_PX = 48
const MAX_ZOOM = 5

/** Panel to crop and rotate a picture by pointer, touch, arrow keys or a slider. */
export function CropPanel({ canvas, part, shape, onCrop, onTurn, onDone }: CropPanelProps) {
  const hold = useCallback((node: HTMLDivElement | null) => node?.replaceChildren(canvas), [canvas])
  const panel = useRef<HTMLDivElement>(null)
  // A pressed button of the field has opened the panel. Without one, the picture did, and the focus stays.
  useEffect(() => {
    if (panel.current?.closest('fieldset')?.querySelector('button:focus'))
      panel.current.querySelector<HTMLElement>('[tabindex], input')?.focus()
  }, [])
  const ratio = shape && shape.width / shape.height
  const largest = ratio === undefined ? WHOLE : getLargestPart(canvas.width, canvas.height, ratio)
  const zoom = Math.min(MAX_ZOOM, Math.max(1, getZoom(part, largest)))
  return (
    <div ref={panel} className="crop">
      <ReactCrop
        // A picture of another size needs a new component, because react-image-crop measures only once.
        key={`${canvas.width} ${canvas.height}`}
        crop={{ unit: '%', ...part }}
        {...(ratio !== undefined && { aspect: ratio })}
        keepSelection
        ruleOfThirds
        minWidth={MIN_SIDE_PX}
        minHeight={MIN_SIDE_PX}
        ariaLabels={labels}
        onChange={(_, percent) => onCrop(getRectangle(percent), false)}
        onComplete={(_, percent) => onCrop(getRectangle(percent), true)}
      >
        <div className="crop-picture" ref={hold} />
      </ReactCrop>
      <div className="crop-tools">
        {shape && (
          <label className="crop-zoom">
            <span>Zoom</span>
            <input
              type="range"
              min={1}
              max={MAX_ZOOM}
              step={0.05}
              value={zoom}
              aria-valuetext={`${zoom.toLocaleString('es-AR', { maximumFractionDigits: 1 })} veces`}
              onChange={(event) => onCrop(zoomPart(part, largest, event.target.valueAsNumber), true)}
            />
          </label>
        )}
        <button type="button" className="button" onClick={onTurn}>
          Girar
        </button>
        <button type="button" className="button button-strong" onClick={onDone}>
          Listo
        </button>
      </div>
    </div>
  )
}

const getRectangle = ({ x, y, width, height }: Rectangle): Rectangle =>
  width > 0 && height > 0 ? { x, y, width, height } : WHOLE
