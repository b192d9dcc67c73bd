/** The video of the camera above the list, with its controls, and a photo of the code where no camera opens. */
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { liveRegion } from '../../../../platform/ui/live-region.ts'
import type { ScannedCode } from '../scanned-codes.ts'
import { Camera, type CameraState, STARTING } from './camera.ts'
import {
  describeProblem,
  NO_CODE,
  OPENING,
  READING_PICTURE,
  TAKE_PICTURE,
  UNREADABLE,
} from './camera-words.ts'
import './camera.css'

interface Props {
  /** Records a scan. @returns true when it admitted a person */
  onScan(code: ScannedCode): Promise<boolean>
  onClose(): void
  closeButton: RefObject<HTMLButtonElement | null>
}

/** Two different vibrations, so that the result is felt without looking. ms */
const ADMITTED = 60
const NOT_ADMITTED = [60, 80, 60, 80, 60]

export const CameraPanel = memo(function CameraPanel({ onScan, onClose, closeButton }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const camera = useRef<Camera>(null)
  const [state, setState] = useState<CameraState>(STARTING)
  const [flash, setFlash] = useState({ number: 0, look: '' })

  useEffect(() => {
    async function scan(code: ScannedCode): Promise<void> {
      const isAdmitted = await onScan(code)
      // Missing on iPhones.
      navigator.vibrate?.(isAdmitted ? ADMITTED : NOT_ADMITTED)
      setFlash(({ number }) => ({ number: number + 1, look: isAdmitted ? 'new' : 'again' }))
    }
    const opened = new Camera(video.current as HTMLVideoElement, { onScan: scan, onChange: setState })
    camera.current = opened
    return () => opened.close()
  }, [onScan])

  return (
    <section className={`camera ${state.stage}`} aria-label="Cámara">
      <div className="view">
        <video ref={video} muted playsInline />
        {flash.number > 0 && <div key={flash.number} className={`flash ${flash.look}`} />}
        <Problem camera={camera} state={state} />
      </div>
      <div className="camera-controls">
        {state.lenses > 1 && (
          <button type="button" onClick={() => camera.current?.changeLens()}>
            Cambiar lente
          </button>
        )}
        {state.isTorchOn !== null && (
          <button type="button" aria-pressed={state.isTorchOn} onClick={() => camera.current?.toggleTorch()}>
            Linterna
          </button>
        )}
        <button ref={closeButton} type="button" onClick={onClose}>
          Cerrar<span className="unseen"> la cámara</span>
        </button>
      </div>
    </section>
  )
})

function Problem({ camera, state }: { camera: RefObject<Camera | null>; state: CameraState }) {
  const [picture, setPicture] = useState<string | null>(null)
  const { stage, problem } = state

  async function readPicture(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? []
    // The same photo can be chosen again.
    input.value = ''
    if (!file) return
    setPicture(READING_PICTURE)
    const failure = (await camera.current?.scanPicture(file)) ?? null
    setPicture(failure && { 'no-code': NO_CODE, unreadable: UNREADABLE }[failure])
  }

  return (
    <div className="problem">
      <p {...liveRegion}>
        {stage === 'starting' && OPENING}
        {problem && describeProblem(problem)}
      </p>
      {/* The input stays in the page: the camera starts again when the phone returns from taking the photo. */}
      <div className="ways" hidden={problem === null}>
        <button type="button" onClick={() => camera.current?.start()}>
          Probar de nuevo
        </button>
        <label hidden={problem === 'decoder'}>
          <input
            type="file"
            className="unseen"
            accept="image/*"
            capture="environment"
            onChange={({ target }) => void readPicture(target)}
          />
          {TAKE_PICTURE}
        </label>
      </div>
      <p {...liveRegion}>{problem && picture}</p>
    </div>
  )
}
