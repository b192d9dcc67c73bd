import { useCallback, useState } from 'react'
import { ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import type { Shape } from '../../../contract/fields.ts'
import { type Rectangle, WHOLE } from './picture-file.ts'

interface CropPanelProps {
  canvas: HTMLCanvasElement
  part: Rectangle
  shape: Shape
  onCrop: (part: Rectangle) => void
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

/** The smallest side that a crop may have on the screen, CSS px: two thumbs still fit. */
const MIN_SIDE_PX = 48

/** Chooses the part of a picture that is kept; pointer, touch and arrow keys. Each change counts at once. */
export function CropPanel({ canvas, part, shape, onCrop, onDone }: CropPanelProps) {
  const [shown, setShown] = useState(part)
  const hold = useCallback((node: HTMLDivElement | null) => node?.replaceChildren(canvas), [canvas])
  return (
    <div className="crop">
      <ReactCrop
        crop={{ unit: '%', ...shown }}
        aspect={shape.width / shape.height}
        keepSelection
        ruleOfThirds
        minWidth={MIN_SIDE_PX}
        minHeight={MIN_SIDE_PX}
        ariaLabels={labels}
        onChange={(_, percent) => setShown(rectangleOf(percent))}
        onComplete={(_, percent) => {
          const chosen = rectangleOf(percent)
          // The library also reports the crop that it was given, once it knows its own size.
          if (!isSame(chosen, part)) onCrop(chosen)
        }}
      >
        <div className="crop-picture" ref={hold} />
      </ReactCrop>
      <button type="button" className="button" onClick={onDone}>
        Listo
      </button>
    </div>
  )
}

const rectangleOf = ({ x, y, width, height }: Rectangle): Rectangle =>
  width > 0 && height > 0 ? { x, y, width, height } : WHOLE

/** Per cent; under this, two rectangles look the same. */
const TOLERANCE = 0.01

const isSame = (one: Rectangle, other: Rectangle): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) < TOLERANCE)
