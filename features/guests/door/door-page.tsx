/** The page of the door: the PIN, and then one screen for the night. */
import { type FormEvent, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { DEVICE_NAME_MAX, PIN_LENGTH } from '../shared/guest-limits.ts'
import { WITHOUT_PIN } from '../shared/guest-paths.ts'
import { useStoredDecoder } from './camera/use-stored-decoder.ts'
import type { DoorController } from './door-controller.ts'
import type { DoorState } from './door-phone.ts'
import { listQueued } from './door-store.ts'
import { formatEnd, formatUnsent } from './door-words.ts'
import { OpenDoor } from './open-door.tsx'
import { useVisibleArea } from './use-visible-area.ts'

export function BlockedDoor({ reason }: { reason: string }) {
  return (
    <main className="pin">
      <h1>Puerta</h1>
      <p className="alarm" role="alert">
        {reason}
      </p>
    </main>
  )
}

export function DoorPage({ controller }: { controller: DoorController }) {
  const state = useSyncExternalStore(controller.subscribe, controller.getState)
  const { server } = state.model
  useWakeLock(state.stage === 'open')
  useVisibleArea()
  useStoredDecoder(state.stage === 'open' && server !== null && state.isOnline === true)
  useEffect(() => {
    document.title = server ? `Puerta · ${server.night.title}` : 'Puerta'
  }, [server])
  if (state.stage !== 'open') return <PinForm controller={controller} state={state} />
  if (!server)
    return (
      <main className="pin">
        <h1>Puerta</h1>
        <p className="large" {...liveRegion}>
          {state.isOnline === false ? 'Sin red: la lista baja cuando vuelva.' : 'Bajando la lista.'}
        </p>
      </main>
    )
  return <OpenDoor controller={controller} state={state} server={server} />
}

function PinForm({ controller, state }: { controller: DoorController; state: DoorState }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const [isSending, setSending] = useState(false)
  const [pin, setPin] = useState('')
  const id = useId()
  const queued = listQueued(state.model).length
  const isOver = state.end === 'expired'

  // The back office links to this page with the fragment. The session of the administrator replaces the PIN.
  useEffect(() => {
    if (location.hash !== WITHOUT_PIN) return
    history.replaceState(null, '', location.pathname)
    void controller.signIn(null, '').then(setProblem)
  }, [controller])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isSending) return
    const device = String(new FormData(event.currentTarget).get('device')).trim()
    setSending(true)
    setProblem(null)
    const reason =
      pin.length < PIN_LENGTH ? `El PIN tiene ${PIN_LENGTH} números.` : await controller.signIn(pin, device)
    setSending(false)
    setProblem(reason)
    setTries(tries + 1)
    if (reason !== null) {
      setPin('')
      document.getElementById(`${id}-pin`)?.focus()
    }
  }

  return (
    <main className="pin">
      <h1>Puerta</h1>
      {state.end !== null && (
        <p className="large" {...liveRegion}>
          {formatEnd(state.end)}
        </p>
      )}
      {queued > 0 && (
        <p className="alarm" {...liveRegion}>
          {formatUnsent(queued)}
        </p>
      )}
      {!isOver && (
        <form noValidate onSubmit={submit}>
          <label htmlFor={`${id}-pin`}>PIN de {PIN_LENGTH} números</label>
          <input
            id={`${id}-pin`}
            className="digits"
            value={pin}
            onChange={({ target }) => setPin(target.value.replace(/\D/g, '').slice(0, PIN_LENGTH))}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            aria-describedby={`${id}-problem`}
            aria-invalid={problem !== null || undefined}
            // biome-ignore lint/a11y/noAutofocus: the PIN is the only purpose of this screen
            autoFocus
          />
          <p id={`${id}-problem`} className={problem === null ? undefined : 'alarm'} role="alert">
            {/* Screen readers announce a new element, also with the same words. */}
            <span key={tries}>{problem}</span>
          </p>
          <label htmlFor={`${id}-device`}>Nombre de este teléfono (opcional)</label>
          <input
            id={`${id}-device`}
            name="device"
            defaultValue={state.deviceName}
            maxLength={DEVICE_NAME_MAX}
            placeholder="Puerta y un número"
            autoComplete="off"
          />
          <button type="submit" className="solid" aria-disabled={isSending || undefined}>
            {isSending ? 'Abriendo' : 'Abrir la puerta'}
          </button>
        </form>
      )}
    </main>
  )
}

/** Keeps the screen on. The browser releases the lock when the page is hidden. */
function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const request = async () => {
      if (document.visibilityState !== 'visible') return
      // A phone that saves battery refuses it.
      const next = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) await next?.release()
      else lock = next
    }
    void request()
    document.addEventListener('visibilitychange', request)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [isOn])
}
